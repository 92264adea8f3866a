-- The metadata of a document: title, authors, abstract.

local stringify = pandoc.utils.stringify

-- All other names can be options of pandoc: files to include, or scripts.
local kept = {
  'title', 'subtitle', 'author', 'date', 'abstract', 'lang', 'keywords', 'subject', 'description',
  -- of manual pages, notebooks and bibliographies
  'section', 'header', 'footer', 'jupyter', 'references', 'nocite',
}

-- Formats whose title is outside of the text, for a window or a shelf.
local outside = { html = true, xhtml = true, epub = true }

-- Trims the end by reversing the text: a pattern for the end would be tried at every position.
local function trim(text)
  local function trim_start(part) return (part:gsub('^%s+', '')) end
  return trim_start(trim_start(text):reverse()):reverse()
end

local function words_of(value)
  return value == nil and '' or trim(stringify(value))
end

local function heading(text, level)
  return pandoc.Header(level or 1, pandoc.Inlines(text))
end

local function has_heading(blocks, level)
  for _, block in ipairs(blocks) do
    if block.t == 'Header' and (not level or block.level == level) then return true end
  end
  return false
end

local function begins_with(blocks, title)
  local first = blocks[1]
  return first ~= nil and first.t == 'Header' and words_of(first.content) == title
end

local function place_abstract(document)
  local abstract, title = document.meta.abstract, words_of(document.meta.title)
  document.meta.abstract = nil
  local text = pandoc.utils.type(abstract) == 'Blocks' and abstract or pandoc.Blocks { pandoc.Para(abstract) }
  local at = begins_with(document.blocks, title) and 2 or 1
  document.blocks:insert(at, heading('Abstract'))
  for index, block in ipairs(text) do document.blocks:insert(at + index, block) end
end

local function place_title(document)
  local meta = document.meta
  local title = words_of(meta.title)
  if outside[os.getenv('SOURCE_FORMAT')] and has_heading(document.blocks, 1) then title = '' end
  if title == '' or begins_with(document.blocks, title) then return end
  local lines = pandoc.Blocks { heading(title) }
  for _, part in ipairs { meta.subtitle or '', meta.author or meta.creator or '', meta.date or '' } do
    local line = words_of(part)
    if line ~= '' then lines:insert(pandoc.Para(pandoc.Inlines(line))) end
  end
  lines:extend(document.blocks)
  document.blocks = lines
end

local metadata = {}

-- Moves metadata into the text, where the target has no other place for it.
function metadata.place(document, target)
  if not target.abstract and words_of(document.meta.abstract) ~= '' then place_abstract(document) end
  if target.untitled then
    place_title(document)
    -- Markdown would repeat it.
    if FORMAT == 'gfm' then document.meta.title = nil end
  elseif target.headed and (document.blocks[1] or {}).t ~= 'Header' then
    local title = words_of(document.meta.title)
    document.blocks:insert(1, heading(title ~= '' and title or 'Document'))
  end
  return document
end

local function first_heading(blocks)
  for _, block in ipairs(blocks) do
    if block.t == 'Header' then return words_of(block.content) end
  end
  return ''
end

-- The longest paragraph that is taken for a title, in characters.
local longest_title = 80

-- Of a text without a title and headings, a short first paragraph is both, as on its first page.
local function head(blocks)
  local first = blocks[1]
  if #blocks < 2 or first.t ~= 'Para' or first_heading(blocks) ~= '' then return end
  local words = words_of(first.content)
  if words ~= '' and (utf8.len(words) or #words) <= longest_title then blocks[1] = pandoc.Header(1, first.content) end
end

-- What the document says of itself outside of its text, which we have read.
local function properties_in(folder)
  local file = io.open(pandoc.path.join { folder, 'properties.json' }, 'rb')
  local properties = file and pandoc.json.decode(file:read('a'), false) or {}
  if file then file:close() end
  return properties
end

-- Readers list a book by its title and author, and speak it in its language, where pandoc writes UNTITLED and English.
local function describe_book(left, properties)
  if words_of(left.title) == '' then left.title = properties.title or left.pagetitle end
  if words_of(left.author) == '' then left.author = properties.author end
  if words_of(left.lang) == '' then left.lang = properties.lang or 'und' end
end

-- The words for a document in a window or on a shelf.
function metadata.title_of(document)
  local title = words_of(document.meta.title)
  return title ~= '' and title or words_of(document.meta.pagetitle)
end

-- Keeps metadata that is no option of a writer, and gives a title to a document without one.
function metadata.keep(document, target, folder)
  local meta, left = document.meta, {}
  local properties = FORMAT == 'epub3' and properties_in(folder) or {}
  if FORMAT == 'epub3' and words_of(meta.title) == '' and not properties.title then head(document.blocks) end
  for _, name in ipairs(kept) do left[name] = meta[name] end
  left.author = meta.author or meta.creator
  if (target.titled or not target.untitled) and words_of(meta.title) == '' then
    local name = first_heading(document.blocks)
    left.pagetitle = pandoc.MetaString(name ~= '' and name or 'Document')
  end
  if FORMAT == 'epub3' then describe_book(left, properties) end
  document.meta = pandoc.Meta(left)
  return document
end

return metadata
