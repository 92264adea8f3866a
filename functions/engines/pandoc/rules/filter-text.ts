import type { Writer } from '../writers.ts';

/** What is kept of what a document says of itself. Other names can be orders to pandoc: files to take in, or scripts. */
const KEPT: readonly string[] = [
  ...['title', 'subtitle', 'author', 'date', 'abstract', 'lang', 'keywords', 'subject', 'description'],
  // of manual pages, notebooks and bibliographies
  ...['section', 'header', 'footer', 'jupyter', 'references', 'nocite'],
];

/** Attributes that say how large something is. All others are for programs, and some of them name files. */
const SIZES: readonly string[] = ['width', 'height'];

/** Elements around lists of literature and cells of notebooks, which some writers leave out and others name. */
const WRAPPINGS: readonly string[] = ['references', 'csl-entry', 'cell', 'output'];

/** Which of these elements stay: notebooks are made of them. */
export function unwrapped({ format }: Writer): readonly string[] {
  return format === 'ipynb' ? WRAPPINGS.filter((name) => name !== 'cell' && name !== 'output') : WRAPPINGS;
}

/** The files of the working folder that the script and we tell each other of. */
export const FILES = { tree: 'tree.json', read: 'read' } as const;

/** What pandoc ends with where it hands the document over to us. It never ends so by itself. */
export const HANDED_OVER = 75;

/** Where a document goes that is read and written in one run. */
export interface AtOnce {
  /** The name of the result. */
  readonly result: string;
}

/**
 * A script for pandoc between reading and writing (Lua 5.4). It keeps of what the document says of itself, and of the
 * attributes in it, what is no order to pandoc, and gives a name to a document without a title.
 *
 * In one run with the reader it also looks for all that our own rules have to change. Where there is any of it, the
 * document goes into a file for them, just as it was read, and nothing is written. A walk through all elements takes a
 * tenth of the time of the whole conversion, and writing them as JSON a quarter of that: so it is walked through only
 * where something can be found, which is looked for in the JSON first. The writers of files with pictures cannot work in
 * pandoc's sandbox, in which the reader does: they are called by the script itself.
 */
export function filterText(writer: Writer, atOnce?: AtOnce): string {
  const { format, raw = [], pictures, untitled = false, headed = false, abstract = false } = writer;
  return `${[
    `local kept = ${list(KEPT)}`,
    `local sizes = ${set(SIZES)}`,
    `local raw = ${set(raw)}`,
    `local wrappings = ${set(unwrapped(writer))}`,
    `local format, result = '${format}', '${atOnce?.result ?? ''}'`,
    `local at_once, files = ${atOnce !== undefined}, ${pictures === 'files'}`,
    `local untitled, headed, has_abstract = ${untitled}, ${headed}, ${abstract}`,
    `local tree_file, read_file, handed_over = '${FILES.tree}', '${FILES.read}', ${HANDED_OVER}`,
  ].join('\n')}\n${SCRIPT}`;
}

/** Names of ours, as a list of Lua. */
function list(names: readonly string[]): string {
  return `{ ${names.map((name) => `'${name}'`).join(', ')} }`;
}

/** Names of ours, as a table of Lua in which they can be looked up. */
function set(names: readonly string[]): string {
  return `{ ${names.map((name) => `['${name}'] = true`).join(', ')} }`;
}

const SCRIPT = `
-- The document as it was read, in JSON.
local json

local function write_file(name, content)
  local file = assert(io.open(name, 'wb'))
  assert(file:write(content))
  assert(file:close())
end

local function hand_over()
  write_file(tree_file, json)
  os.exit(handed_over)
end

local function check_raw(element)
  if not raw[element.format] then hand_over() end
end

local function keep_sizes(element)
  local attributes = element.attributes
  if not files or #attributes == 0 then return nil end
  local left = {}
  for name, value in pairs(attributes) do
    if sizes[name] then left[#left + 1] = { name, value } end
  end
  if #left == #attributes then return nil end
  element.attributes = left
  return element
end

local function check_div(element)
  if at_once then
    for _, name in ipairs(element.classes) do
      if wrappings[name] then hand_over() end
    end
  end
  return keep_sizes(element)
end

-- What stands in JSON where there is an element, or where one has attributes. It stands in no text: quotes in those have
-- a backslash before them. That it is so is seen in a sample.
local function mark_of(name) return name .. '","c":' end
local raw_parts, picture, div = { mark_of('RawInline'), mark_of('RawBlock') }, mark_of('Image'), mark_of('Div')
local attributes = { '[],[["', '"],[["' }
-- Both end so, and it is found sooner.
local any_attributes = '],[["'

local function has_any(text, marks)
  for _, mark in ipairs(marks) do
    if text:find(mark, 1, true) then return true end
  end
  return false
end

local function has_all(text, marks)
  for _, mark in ipairs(marks) do
    if not text:find(mark, 1, true) then return false end
  end
  return true
end

local function is_as_in_sample()
  local line = pandoc.Plain({
    pandoc.RawInline('html', '-'), pandoc.Image({}, '-'),
    pandoc.Span({}, pandoc.Attr('', {}, { { 'a', '-' } })), pandoc.Span({}, pandoc.Attr('', { 'b' }, { { 'a', '-' } })),
  })
  local sample = pandoc.write(pandoc.Pandoc({ pandoc.Div({ line, pandoc.RawBlock('html', '-') }) }), 'json')
  return has_all(sample, raw_parts) and has_all(sample, attributes) and has_all(sample, { picture, div, '"b"' })
end

-- Whether anything in a document can be what a walk is for.
local function is_worth_a_walk()
  if not is_as_in_sample() or has_any(json, raw_parts) or has_any(json, { picture }) then return true end
  if files and has_any(json, { any_attributes }) and has_any(json, attributes) then return true end
  if not has_any(json, { div }) then return false end
  local names = {}
  for name in pairs(wrappings) do names[#names + 1] = name .. '"' end
  return has_any(json, names)
end

-- The words of a document, without any markup.
local function text_of(document)
  local words = {}
  local function add(text) words[#words + 1] = text end
  local function space() add(' ') end
  local function code(element) add(element.text) end
  document:walk({
    traverse = 'topdown',
    Str = code, Code = code, Math = code,
    Space = space, SoftBreak = space, LineBreak = space,
  })
  return table.concat(words)
end

-- From both ends by turning it around: a pattern for the end is tried at every place.
local function trim(text)
  local function trim_start(part) return (part:gsub('^%s+', '')) end
  return trim_start(trim_start(text):reverse()):reverse()
end

local function title_of(meta)
  return trim(text_of(pandoc.Pandoc({}, { title = meta.title })))
end

local function first_heading(blocks)
  for _, block in ipairs(blocks) do
    if block.t == 'Header' then return trim(text_of(pandoc.Pandoc({ block }))) end
  end
  return ''
end

local function keep_names(meta)
  local left = {}
  for _, name in ipairs(kept) do left[name] = meta[name] end
  left.author = meta.author or meta.creator
  return left
end

local function check_whole(document)
  local meta = pandoc.Pandoc({}, document.meta)
  meta:walk({ RawInline = hand_over, RawBlock = hand_over, Image = hand_over })
  if untitled and title_of(document.meta) ~= '' then hand_over() end
  if document.meta.abstract and not has_abstract then hand_over() end
  if not headed then return end
  local first = document.blocks[1]
  if not (first and first.t == 'Header') then hand_over() end
end

local function finish(document)
  if at_once then check_whole(document) end
  local meta = keep_names(document.meta)
  if not untitled and title_of(document.meta) == '' then
    local heading = first_heading(document.blocks)
    local name = pandoc.MetaString(heading ~= '' and heading or 'Document')
    meta.pagetitle = name
    -- Readers list a book by its title; without one pandoc calls it UNTITLED.
    if format == 'epub3' then meta.title = name end
  end
  document.meta = pandoc.Meta(meta)
  if not at_once then return document end
  json = nil
  if not files then return document end
  write_file(result, pandoc.write(document, format, PANDOC_WRITER_OPTIONS))
  os.exit(0)
end

local changes = { traverse = 'topdown' }
if files then
  for _, name in ipairs({ 'Code', 'CodeBlock', 'Header', 'Span', 'Link', 'Image', 'Table', 'Figure', 'Div' }) do
    changes[name] = keep_sizes
  end
end
if at_once then
  changes.RawInline, changes.RawBlock, changes.Image, changes.Div = check_raw, check_raw, hand_over, check_div
end

local function run(document)
  if at_once then
    write_file(read_file, '')
    json = pandoc.write(document, 'json')
  end
  local walked = at_once and is_worth_a_walk() or files and not at_once
  return finish(walked and document:walk(changes) or document)
end

return { { Pandoc = run } }
`;
