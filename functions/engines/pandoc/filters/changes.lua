-- Accepts the tracked changes of Word, and makes footnotes of comments, with their authors.

local changes = {}

local types = {
  ['comment-start'] = true, ['comment-end'] = true,
  insertion = true, deletion = true, ['paragraph-insertion'] = true, ['paragraph-deletion'] = true,
}

-- The type of the change or comment that a span is, if it is any.
function changes.type_of(span)
  local class = span.classes[1]
  return types[class] and class
end

-- Whether a document, given as JSON, may have any.
function changes.may_be_in(json)
  for change in pairs(types) do
    if json:find('"' .. change .. '"', 1, true) then return true end
  end
  return false
end

local function is_joined(block)
  local last = block.content and block.content[#block.content]
  return last and last.t == 'Span' and changes.type_of(last) == 'paragraph-deletion'
end

local function is_line(block)
  return block.t == 'Para' or block.t == 'Plain'
end

-- Joins a paragraph whose end was deleted with the next one.
local function join_lines(blocks)
  local joined = pandoc.Blocks {}
  for _, block in ipairs(blocks) do
    local before = joined[#joined]
    if before and is_line(before) and is_line(block) and is_joined(before) then
      before.content:remove(#before.content)
      before.content:extend(block.content)
    else
      joined:insert(block)
    end
  end
  return joined
end

local function resolve(span)
  local change = changes.type_of(span)
  if not change then return nil end
  if change == 'insertion' then return span.content end
  if change ~= 'comment-start' then return {} end
  local author = span.attributes.author or ''
  local line = pandoc.Inlines('Comment' .. (author ~= '' and ' by ' .. author or '') .. ': ')
  line:extend(span.content)
  return pandoc.Note { pandoc.Para(line) }
end

function changes.accept(document)
  return document:walk { Blocks = join_lines }:walk {
    Span = resolve,
    Para = function(paragraph) if #paragraph.content == 0 then return {} end end,
  }
end

return changes
