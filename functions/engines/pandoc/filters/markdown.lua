-- Replaces elements without a Markdown syntax, which would become HTML.

local tables = require 'tables'

local stringify = pandoc.utils.stringify

local always_seen = { Image = true, Note = true, Code = true, Math = true, RawInline = true }

-- Whether inlines are visible.
local function is_seen(inlines)
  local seen = false
  local function see(element)
    if always_seen[element.t] or (element.t == 'Str' and element.text:find('%S')) then seen = true end
  end
  inlines:walk { Inline = see }
  return seen
end

local function unwrap(element)
  return element.content
end

local function keep_if_seen(element)
  if not is_seen(element.content) then return element.content end
end

local function without_attributes(element)
  element.attr = pandoc.Attr()
  return element
end

-- Drops bold from headings, and empty headings.
local function simplify_heading(header)
  if not is_seen(header.content) then return {} end
  local plain = pandoc.Inlines {}
  for _, inline in ipairs(header.content) do
    if inline.t == 'Strong' then plain:extend(inline.content) else plain:insert(inline) end
  end
  header.content = plain
  return header
end

-- The alternative text of a picture that is the only content.
local function alternative_of(blocks)
  local line = #blocks == 1 and (blocks[1].t == 'Plain' or blocks[1].t == 'Para') and blocks[1].content
  return line and #line == 1 and line[1].t == 'Image' and stringify(line[1].caption) or ''
end

local function simplify_figure(figure)
  local content, caption = figure.content, figure.caption.long
  -- A caption that equals the alternative text would be there twice.
  local words = stringify(caption)
  if words == '' or alternative_of(content) == words then return content end
  for _, block in ipairs(caption) do content:insert(block.t == 'Plain' and pandoc.Para(block.content) or block) end
  return content
end

local function join_lines(lines)
  local joined = pandoc.Inlines {}
  for index, line in ipairs(lines.content) do
    if index > 1 then joined:insert(pandoc.LineBreak()) end
    joined:extend(line)
  end
  return pandoc.Para(joined)
end

local function list_definitions(definitions)
  local blocks = pandoc.Blocks {}
  for _, item in ipairs(definitions.content) do
    blocks:insert(pandoc.Para { pandoc.Strong(item[1]) })
    blocks:insert(pandoc.BulletList(item[2]))
  end
  return blocks
end

local function is_short(item)
  for index, block in ipairs(item) do
    if index == 1 and block.t == 'CodeBlock' or index > 1 and not block.t:find('List$') then return false end
  end
  return true
end

-- Makes lists of short entries tight.
local function compact(list)
  for _, item in ipairs(list.content) do
    if not is_short(item) then return nil end
  end
  local items = list.content
  for _, item in ipairs(items) do
    if item[1] and item[1].t == 'Para' then item[1] = pandoc.Plain(item[1].content) end
  end
  list.content = items
  return list
end

-- The anchor of a heading in Markdown: without punctuation, also that of Unicode.
local function slug_of(text)
  local parts = {}
  for _, code in utf8.codes(pandoc.text.lower(text), true) do
    local letter = utf8.char(code)
    if letter:find('^%s') then parts[#parts + 1] = '-'
    elseif code >= 0xC0 and (code < 0x2010 or code > 0x205E) or letter:find('^[%w_-]') then parts[#parts + 1] = letter end
  end
  return table.concat(parts)
end

-- The anchors of headings in Markdown, by their identifiers.
local function anchors_of(document)
  local anchors, taken = {}, {}
  document:walk {
    Header = function(header)
      local slug = slug_of(stringify(header.content):match('^%s*(.*)'):reverse():match('^%s*(.*)'):reverse())
      local count = taken[slug] or 0
      taken[slug] = count + 1
      local anchor = count > 0 and ('%s-%d'):format(slug, count) or slug
      local function name(element)
        if element.identifier ~= '' then anchors['#' .. element.identifier] = '#' .. anchor end
      end
      name(header)
      -- Spans in headings can be targets of links, too.
      header.content:walk { Span = name }
    end,
  }
  return anchors
end

-- Keeps links to headings of the document; links to other anchors in it become text.
local function linker(anchors)
  return function(link)
    if link.target == '' then return link.content end
    if link.target:sub(1, 1) == '#' then
      if not anchors[link.target] then return link.content end
      link.target = anchors[link.target]
    end
    return without_attributes(link)
  end
end

-- Fences code: indented code is easily taken for part of the list before it.
local function fence(block)
  local language, longest = '', 2
  for _, class in ipairs(block.classes) do
    if language == '' and #class <= 30 and class:find('^[%w_+#.-]+$') then language = class end
  end
  for ticks in block.text:gmatch('`+') do longest = math.max(longest, #ticks) end
  local mark = ('`'):rep(longest + 1)
  return pandoc.RawBlock('markdown', ('%s%s\n%s\n%s'):format(mark, language, block.text:gsub('\n$', ''), mark))
end

local markdown = {}

function markdown.simplify(document)
  local simple = document:walk {
    Span = unwrap, Div = unwrap, SmallCaps = unwrap, Underline = unwrap,
    Strong = keep_if_seen, Emph = keep_if_seen, Strikeout = keep_if_seen,
    Header = simplify_heading,
    Image = without_attributes, Code = without_attributes, Link = linker(anchors_of(document)),
    Figure = simplify_figure,
    LineBlock = join_lines,
    DefinitionList = list_definitions,
    Table = tables.simplify,
    BulletList = compact, OrderedList = compact,
  }
  return simple:walk {
    traverse = 'topdown',
    CodeBlock = fence,
    -- Tables that stay HTML have code in HTML.
    Table = function(element) return element, false end,
  }
end

return markdown
