-- What readers of books, and the checks of bookshops, ask of a book (EPUB 3.3): it begins with a chapter, headings have
-- words, an identifier is there once, and links within the book lead somewhere.

local function is_blank(content)
  return not pandoc.utils.stringify(content):find('%S')
end

-- A heading without words would be an entry without words in the table of contents.
local function drop_wordless(header)
  if not is_blank(header.content) then return nil end
  local pictures = pandoc.Inlines {}
  header.content:walk { Image = function(image) pictures:insert(image) end }
  return #pictures > 0 and pandoc.Para(pictures) or {}
end

-- Pandoc renames identifiers that begin with a line, but not in links to other chapters; it uses `footnotes` itself.
local function renamed(identifier)
  return (identifier:sub(1, 1) == '_' or identifier == 'footnotes') and 'id' .. identifier or identifier
end

-- Leaves an identifier to the first element that has it.
local function keeper_of(taken)
  return function(element)
    local identifier = renamed(element.identifier)
    if identifier == '' then return nil end
    element.identifier = taken[identifier] and '' or identifier
    taken[identifier] = true
    return element
  end
end

local function has_heading(blocks)
  for _, block in ipairs(blocks) do
    if block.t == 'Header' then return true end
  end
  return false
end

-- Chapters are divided at headings that are in nothing else, so wrappings of headings go, the innermost first. What leads
-- to one leads to its beginning.
local function unwrapper_of(aliases)
  return function(div)
    if not has_heading(div.content) then return nil end
    local first, identifier = div.content[1], div.identifier
    if identifier == '' then return div.content end
    if first.t ~= 'Header' then
      div.content:insert(1, pandoc.Plain { pandoc.Span({}, pandoc.Attr(identifier)) })
    elseif first.identifier == '' then
      first.identifier = identifier
    else
      aliases[identifier] = first.identifier
    end
    return div.content
  end
end

local identified = { 'Div', 'Span', 'Code', 'CodeBlock', 'Link', 'Image', 'Figure', 'Table' }

local function rules_for_all(rule)
  local rules = {}
  for _, name in ipairs(identified) do rules[name] = rule end
  return rules
end

local function highest_level(blocks)
  local level
  for _, block in ipairs(blocks) do
    if block.t == 'Header' and (not level or block.level < level) then level = block.level end
  end
  return level or 1
end

local function is_chapter(block)
  return block.t == 'Header' and block.level == 1
end

-- Links lead to elements of other chapters by the names of their files; pandoc itself knows where headings are.
-- All others that lead to no address lead nowhere.
local function resolve_links(blocks, taken, aliases)
  local place_of, chapters = {}, {}
  for _, block in ipairs(blocks) do
    if is_chapter(block) then chapters[#chapters + 1] = pandoc.Blocks {} end
    chapters[#chapters]:insert(block)
  end
  for chapter, part in ipairs(chapters) do
    part:walk(rules_for_all(function(element) place_of[element.identifier] = chapter end))
  end
  return blocks:walk {
    Link = function(link)
      if link.target:find('^%a[%w+.-]*:') then return nil end
      local named = link.target:match('^#(.*)') or ''
      local identifier = renamed(aliases[named] or named)
      if not taken[identifier] then return link.content end
      local at = place_of[identifier]
      link.target = (at and string.format('ch%03d.xhtml', at) or '') .. '#' .. identifier
      return link
    end,
  }
end

local book = {}

-- Makes a document fit for a book; its title is the heading of what precedes the first chapter.
function book.bind(document, title)
  local taken, aliases, count = {}, {}, 0
  local keep = keeper_of(taken)
  local blocks = document.blocks:walk { Header = drop_wordless, Div = unwrapper_of(aliases) }
  blocks = blocks:walk({ Header = keep }):walk(rules_for_all(keep))
  local function next_identifier()
    repeat count = count + 1 until not taken['section-' .. count]
    return 'section-' .. count
  end
  local shift = highest_level(blocks) - 1
  blocks = blocks:walk {
    Header = function(header)
      if header.identifier == '' then header.identifier = next_identifier() end
      header.level = math.max(1, header.level - shift)
      return header
    end,
  }
  if #blocks > 0 and not is_chapter(blocks[1]) then
    blocks:insert(1, pandoc.Header(1, title, pandoc.Attr(next_identifier(), { 'unnumbered' })))
  end
  document.blocks = resolve_links(blocks, taken, aliases)
  return document
end

return book
