-- Runs between the reader and the writer of pandoc (Lua 5.4): makes a document fit for its target.
--
-- The document is hostile, and this script is not confined by pandoc's own sandbox as the reader is. So it opens only
-- files whose names are ours, and keeps only metadata that is no option of the writer.

package.path = pandoc.path.directory(PANDOC_SCRIPT_FILE) .. '/?.lua'

local book = require 'book'
local changes = require 'changes'
local html = require 'html'
local markdown = require 'markdown'
local metadata = require 'metadata'
local pictures = require 'pictures'
local targets = require 'targets'

local target = targets[FORMAT]
local result = PANDOC_STATE.output_file
local folder = pandoc.path.directory(result)

local function set_of(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set
end

-- Attributes of sizes. All others are for programs, and some of them name files.
local sizes = set_of { 'width', 'height' }
-- Divs around bibliographies and cells of notebooks, which some writers leave out and others name.
local wrappings = set_of(
  FORMAT == 'ipynb' and { 'references', 'csl-entry' } or { 'references', 'csl-entry', 'cell', 'output' }
)

local function drop_raw(element)
  if not target.raw[element.format] then return {} end
end

local function keep_sizes(element)
  if #element.attributes == 0 then return nil end
  local left = {}
  for name, value in pairs(element.attributes) do
    if sizes[name] then left[#left + 1] = { name, value } end
  end
  element.attributes = left
  return element
end

local function unwrap(div)
  for _, name in ipairs(div.classes) do
    if wrappings[name] then return div.content end
  end
  return target.pictures == 'held' and keep_sizes(div) or nil
end

-- In a text, a heading is one line.
local function join_lines(header)
  header.content = header.content:walk { LineBreak = function() return pandoc.Space() end }
  return header
end

-- The rules of a walk; each is only there where a document has something for it to change.
local function rules_for(found)
  local rules = {}
  if found.raw then rules.RawInline, rules.RawBlock = drop_raw, drop_raw end
  if found.attributes and target.pictures == 'held' then
    for _, name in ipairs { 'Code', 'CodeBlock', 'Header', 'Span', 'Link', 'Table', 'Figure' } do
      rules[name] = keep_sizes
    end
  end
  if found.breaks and target.pictures ~= 'held' and FORMAT ~= 'html5' then rules.Header = join_lines end
  if found.divs then rules.Div = unwrap end
  if found.pictures then
    local place = pictures.placer(target, folder)
    function rules.Image(image)
      local placed = place(image)
      return placed.t == 'Image' and target.pictures == 'held' and keep_sizes(placed) or placed
    end
  end
  return rules
end

-- Finds what rules would change in a document. Writing and searching its JSON takes a third of the time of a walk.
local function look_through(document)
  local json = pandoc.write(document, 'json')
  local function has(...)
    for _, mark in ipairs { ... } do
      if json:find(mark, 1, true) then return true end
    end
    return false
  end
  local raw = has('"t":"RawInline"', '"t":"RawBlock"')
  return {
    raw = raw,
    html = raw and has '["html",',
    pictures = has '"t":"Image"',
    divs = has '"t":"Div"',
    breaks = has '"t":"LineBreak"',
    changes = has '"t":"Span"' and changes.may_be_in(json),
    -- The names and values of attributes follow the list of classes.
    attributes = has '],[["',
  }
end

local function write(document, is_empty)
  local file = assert(io.open(result, 'wb'))
  if not is_empty then assert(file:write(pandoc.write(document, FORMAT, PANDOC_WRITER_OPTIONS))) end
  assert(file:close())
  os.exit(0)
end

-- The exit code where a document includes files, which no reader here may open.
local includes_files = 76

local function refuse_includes()
  for _, message in ipairs(PANDOC_STATE.log) do
    local text = pandoc.json.encode(message)
    -- Missing packages of TeX are no warnings: pandoc knows most of them.
    if text:find('"CouldNotLoadIncludeFile"', 1, true) and text:find('"WARNING"', 1, true) then
      os.exit(includes_files)
    end
  end
end

local function prepare(document)
  refuse_includes()
  -- From here on, a failure is not the reader's.
  assert(io.open(pandoc.path.join { folder, 'read' }, 'wb')):close()
  document = metadata.place(document, target)
  local found = look_through(document)
  if found.changes then document = changes.accept(document) end
  if found.html and not target.raw.html then
    document = html.resolve(document)
    found = look_through(document)
  end
  local rules = rules_for(found)
  if next(rules) then document = document:walk(rules) end
  if FORMAT == 'gfm' then document = markdown.simplify(document) end
  document = metadata.keep(document, target, folder)
  -- Writers that embed pictures read their own data files, which they cannot do in pandoc's sandbox.
  -- Of an empty document they would make a book with nothing but a heading of theirs.
  local is_empty = FORMAT == 'epub3' and not found.pictures and not pandoc.utils.stringify(document.blocks):find('%S')
  if FORMAT == 'epub3' and not is_empty then document = book.bind(document, metadata.title_of(document)) end
  if target.pictures == 'held' then write(document, is_empty) end
  return document
end

return { { Pandoc = prepare } }
