-- Makes pipe tables, which have one line in every cell, and always a header.

-- The most cells of a grid: a few cells can span any number of rows and columns.
local most_cells = 1000000

local line_break = pandoc.RawInline('html', '<br>')

local function is_blank(line)
  for _, inline in ipairs(line) do
    if not (inline.t == 'Space' or (inline.t == 'Str' and inline.text == '')) then return false end
  end
  return true
end

local lines_of

-- The entries of a list as lines, where each is a single line.
local function lines_of_list(list)
  local lines = {}
  for index, item in ipairs(list.content) do
    local within = #item == 1 and lines_of(item[1])
    if not within or #within ~= 1 then return nil end
    local line = pandoc.Inlines { pandoc.Str(list.t == 'BulletList' and '• ' or index .. '. ') }
    line:extend(within[1])
    lines[index] = line
  end
  return lines
end

-- The lines of a block, or nothing where it is more than lines.
function lines_of(block)
  local tag = block.t
  if tag == 'Plain' or tag == 'Para' then return { is_blank(block.content) and {} or block.content } end
  if tag == 'HorizontalRule' then return {} end
  if tag == 'BulletList' or tag == 'OrderedList' then return lines_of_list(block) end
end

-- Paragraphs and short lists as one line, with breaks in it.
local function line_of(blocks)
  local whole = pandoc.Inlines {}
  for _, block in ipairs(blocks) do
    local lines = lines_of(block)
    if not lines then return nil end
    for _, line in ipairs(lines) do
      if #line > 0 and #whole > 0 then whole:insert(line_break) end
      for _, inline in ipairs(line) do whole:insert(inline.t == 'LineBreak' and line_break or inline) end
    end
  end
  return whole
end

local function rows_of(element)
  local rows = {}
  local function add(more)
    for _, row in ipairs(more) do rows[#rows + 1] = row.cells end
  end
  add(element.head.rows)
  for _, body in ipairs(element.bodies) do
    add(body.head)
    add(body.body)
  end
  add(element.foot.rows)
  return rows
end

-- The lines of a table by row and column, or nothing where a cell is more than a line. A cell that spans others is in the
-- first of them.
local function grid_of(rows, columns)
  local grid = {}
  for y = 1, #rows do grid[y] = {} end
  for y, cells in ipairs(rows) do
    local x = 1
    for _, cell in ipairs(cells) do
      while grid[y][x] ~= nil do x = x + 1 end
      local line = line_of(cell.contents)
      if not line then return nil end
      local right = x
      while right < x + cell.col_span and right <= columns and grid[y][right] == nil do right = right + 1 end
      for below = y, math.min(#rows, y + cell.row_span - 1) do
        for beside = x, right - 1 do grid[below][beside] = false end
      end
      if x <= columns and #line > 0 then grid[y][x] = line end
    end
  end
  return grid
end

-- The columns with content: Office has columns in which no cell begins, and tables without a header can have an empty row.
local function used_columns(grid, columns)
  local used = {}
  for x = 1, columns do
    for _, row in ipairs(grid) do
      if row[x] then
        used[#used + 1] = x
        break
      end
    end
  end
  return used
end

-- Whether a row is not empty, and each of its cells is a line or empty, as in most rows of large tables; notes used columns.
local function is_plain_row(row, columns, used)
  local cells, is_filled = row.cells, false
  if #cells ~= columns then return false end
  for x, cell in ipairs(cells) do
    local blocks = cell.contents
    local tag = blocks[1] and blocks[1].t
    if #blocks > 1 or cell.row_span > 1 or cell.col_span > 1 then return false end
    if tag then
      if tag ~= 'Plain' and tag ~= 'Para' then return false end
      if not is_blank(blocks[1].content) then used[x], is_filled = true, true end
    end
  end
  return is_filled
end

-- Whether a table is a pipe table already.
local function is_plain(element)
  local columns, used, has_break = #element.colspecs, {}, false
  if #element.head.rows ~= 1 or #element.foot.rows > 0 then return false end
  if not is_plain_row(element.head.rows[1], columns, used) then return false end
  for _, body in ipairs(element.bodies) do
    if #body.head > 0 then return false end
    for _, row in ipairs(body.body) do
      if not is_plain_row(row, columns, used) then return false end
    end
  end
  element:walk { LineBreak = function() has_break = true end }
  return not has_break and #used == columns
end

local function without_widths(colspecs)
  local columns = {}
  for index, column in ipairs(colspecs) do columns[index] = { column[1] } end
  return columns
end

local function draw(grid, colspecs)
  local used, rows = used_columns(grid, #colspecs), {}
  for _, row in ipairs(grid) do
    local cells, is_empty = {}, true
    for index, x in ipairs(used) do
      is_empty = is_empty and not row[x]
      cells[index] = pandoc.Cell(row[x] and { pandoc.Plain(row[x]) } or {})
    end
    if not is_empty then rows[#rows + 1] = pandoc.Row(cells) end
  end
  if #rows == 0 then return nil end
  local drawn = {}
  for index, x in ipairs(used) do drawn[index] = { colspecs[x][1] } end
  local head = pandoc.TableHead { table.remove(rows, 1) }
  local body = { attr = pandoc.Attr(), head = {}, body = rows, row_head_columns = 0 }
  return pandoc.Table(pandoc.Caption and pandoc.Caption() or {}, drawn, head, { body }, pandoc.TableFoot())
end

local tables = {}

-- Makes a pipe table of a table; one with more than lines in its cells stays, and becomes HTML.
function tables.simplify(element)
  if #element.caption.long == 0 and is_plain(element) then
    element.colspecs = without_widths(element.colspecs)
    return element
  end
  local rows, columns, blocks = rows_of(element), #element.colspecs, element.caption.long
  if #rows == 1 and #rows[1] == 1 then
    local only = rows[1][1].contents
    only:extend(blocks)
    return only
  end
  local grid = #rows * columns <= most_cells and grid_of(rows, columns)
  if grid then
    local drawn = draw(grid, element.colspecs)
    if drawn then blocks:insert(drawn) end
  else
    element.caption = { long = {} }
    blocks:insert(element)
  end
  return blocks
end

return tables
