-- Converts the HTML in a text to elements, for targets that cannot hold it.

-- The elements of inline tags.
local meanings = {}
for name, tags in pairs {
  Strong = { 'b', 'strong' },
  Emph = { 'i', 'em', 'cite', 'dfn', 'var' },
  Underline = { 'u', 'ins' },
  Strikeout = { 's', 'del', 'strike' },
  Subscript = { 'sub' },
  Superscript = { 'sup' },
  Code = { 'code', 'kbd', 'samp', 'tt' },
  Link = { 'a' },
} do
  for _, tag in ipairs(tags) do meanings[tag] = name end
end

local known = {}

-- The blocks of a fragment of HTML. The reader would fetch the content of an iframe, so that becomes a div.
local function read(fragment)
  if not known[fragment] then
    local text = fragment:gsub('<([^%s%w]?)[iI][fF][rR][aA][mM][eE]', '<%1div')
    known[fragment] = pandoc.read(text, 'html').blocks
  end
  return known[fragment]:clone()
end

-- The first element of a type in a fragment of HTML.
local function first(element_type, fragment)
  local found
  read(fragment):walk { [element_type] = function(element) found = found or element end }
  return found
end

local function wrap(open)
  local meaning, within = meanings[open.name], open.within
  if meaning == 'Code' then return pandoc.Code(pandoc.utils.stringify(within)) end
  if meaning ~= 'Link' then return pandoc[meaning](within) end
  local link = first('Link', open.tag .. 'x</a>')
  return pandoc.Link(within, link and link.target or '')
end

-- Void elements.
local function single(name, tag)
  if name == 'br' then return pandoc.LineBreak() end
  return name == 'img' and first('Image', tag) or nil
end

local function is_tag(element)
  return element.t == 'RawInline' and element.format == 'html'
end

-- Converts the tags in a line to elements; unknown tags are unwrapped.
local function fold(line)
  local tagged = false
  for _, element in ipairs(line) do tagged = tagged or is_tag(element) end
  if not tagged then return nil end
  local open = { { name = '', within = pandoc.Inlines {} } }
  local function put(element) open[#open].within:insert(element) end
  for _, element in ipairs(line) do
    if not is_tag(element) then
      put(element)
    else
      local slash, name = element.text:match('^<(/?)(%w+)')
      name = name and name:lower()
      if slash == '' and meanings[name] then
        open[#open + 1] = { name = name, tag = element.text, within = pandoc.Inlines {} }
      elseif slash == '' then
        local alone = single(name, element.text)
        if alone then put(alone) end
      elseif slash and #open > 1 and open[#open].name == name then
        put(wrap(table.remove(open)))
      end
    end
  end
  while #open > 1 do
    local unclosed = table.remove(open)
    open[#open].within:extend(unclosed.within)
  end
  return open[1].within
end

local html = {}

function html.resolve(document)
  return document:walk {
    RawBlock = function(block)
      if block.format == 'html' then return read(block.text) end
    end,
    Inlines = fold,
  }
end

return html
