-- Stores the pictures of a document as its target needs them. External pictures are never read: a text keeps their URL, and
-- a file that would have to embed them gets their alternative text.

local most = { pictures = 2000, bytes = 200000000 }
-- The exit code where a document exceeds the limits.
local too_complex = 75

local alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
local letters, values = {}, {}
for value = 0, 63 do
  letters[value] = alphabet:sub(value + 1, value + 1)
  values[alphabet:byte(value + 1)] = value
end

local function decode_base64(text)
  local function bytes_of(group)
    local a, b, c, d = group:byte(1, 4)
    local bits = values[a] << 18 | (values[b] or 0) << 12 | (values[c] or 0) << 6 | (values[d] or 0)
    return string.char(bits >> 16, bits >> 8 & 255, bits & 255):sub(1, #group - 1)
  end
  return (text:gsub('[^A-Za-z0-9+/]', ''):gsub('..?.?.?', bytes_of))
end

local function encode_base64(data)
  local function letters_of(group)
    local a, b, c = group:byte(1, 3)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    local text = letters[bits >> 18] .. letters[bits >> 12 & 63] .. letters[bits >> 6 & 63] .. letters[bits & 63]
    return text:sub(1, #group + 1) .. ('='):rep(3 - #group)
  end
  return (data:gsub('..?.?', letters_of))
end

local function decode_percents(text)
  return (text:gsub('%%(%x%x)', function(code) return string.char(tonumber(code, 16)) end))
end

-- Signatures of pictures, with their offsets from 1.
local beginnings = {
  { 1, '\x89PNG\r\n\x1a\n', 'png', 'image/png' },
  { 1, '\xff\xd8\xff', 'jpg', 'image/jpeg' },
  { 1, 'GIF8', 'gif', 'image/gif' },
  { 9, 'WEBP', 'webp', 'image/webp' },
  { 1, 'BM', 'bmp', 'image/bmp' },
  { 1, 'II*\0', 'tiff', 'image/tiff' },
  { 1, 'MM\0*', 'tiff', 'image/tiff' },
  { 1, '\xd7\xcd\xc6\x9a', 'wmf', 'image/wmf' },
  { 41, ' EMF', 'emf', 'image/emf' },
}
local sample = 16384

-- The extension and the media type of a picture by its content, or nothing where it is none.
local function type_of(data)
  for _, beginning in ipairs(beginnings) do
    local at, mark, extension, media_type = table.unpack(beginning)
    if data:sub(at, at + #mark - 1) == mark then return extension, media_type end
  end
  local text = data:sub(1, sample)
  if text:find('^[\xef\xbb\xbf%s]*<') and text:find('<svg[%s>]') then return 'svg', 'image/svg+xml' end
end

-- What an address holds itself (RFC 2397).
local function held_in(address)
  local kind, content = address:sub(1, 200):lower():match('^data:image/([^,]*),()')
  if not kind then return nil end
  local data = address:sub(content)
  return kind:find(';%s*base64%s*$') and decode_base64(data) or decode_percents(data)
end

-- The content of a picture that we stored beside the source.
local function put_by_us(address, folder)
  if not address:find('^own/picture%-%d+%.%l+$') then return nil end
  local file = io.open(pandoc.path.join { folder, address }, 'rb')
  local data = file and file:read('a')
  if file then file:close() end
  return data
end

local function data_of(address, folder)
  local held = held_in(address) or put_by_us(address, folder)
  if held then return held end
  for _, name in ipairs { address, decode_percents(address) } do
    local _, data = pandoc.mediabag.lookup(name)
    if data then return data end
  end
end

local function refuse()
  io.stderr:write(('The document has more than %d pictures, or %d MB of them.'):format(most.pictures, most.bytes // 1000000))
  os.exit(too_complex)
end

local function write_beside(folder, name, data)
  pandoc.system.make_directory(pandoc.path.join { folder, 'media' }, true)
  local file = assert(io.open(pandoc.path.join { folder, name }, 'wb'))
  assert(file:write(data))
  assert(file:close())
end

local pictures = {}

-- What readers of books do not show.
local metafiles = { emf = true, wmf = true }

-- The rule for pictures, which gives them a name of ours, or replaces them by words.
function pictures.placer(target, folder)
  local names, unshown, count, seen, bytes = {}, {}, 0, 0, 0

  local function place(address)
    seen = seen + 1
    if seen > most.pictures then refuse() end
    local data = data_of(address, folder)
    local extension, media_type
    if data then extension, media_type = type_of(data) end
    if not extension then return false end
    unshown[address] = FORMAT == 'epub3' and metafiles[extension]
    if unshown[address] then return false end
    bytes = bytes + #data
    if bytes > most.bytes then refuse() end
    if target.pictures == 'addresses' then return ('data:%s;base64,%s'):format(media_type, encode_base64(data)) end
    count = count + 1
    local name = ('media/picture-%03d.%s'):format(count, extension)
    if target.pictures == 'held' then
      pandoc.mediabag.insert(name, media_type, data)
    else
      write_beside(folder, name, data)
    end
    return name
  end

  return function(image)
    if target.pictures ~= 'none' then
      if names[image.src] == nil then names[image.src] = place(image.src) end
      local name = names[image.src]
      if name then
        image.src = name
        return image
      end
      if unshown[image.src] then
        local words = #image.caption > 0 and pandoc.Inlines '[Picture: ' .. image.caption or pandoc.Inlines '[Picture'
        return words .. pandoc.Inlines ']'
      end
      local is_held = target.pictures == 'held' or image.src:find('^[dD][aA][tT][aA]:')
      -- The preview of an object of an OpenDocument text, which is a chart, since formulas are read.
      if image.src:find('^%./Object') then return #image.caption > 0 and image.caption or pandoc.Str '[Chart]' end
      if not is_held then return image end
    end
    return #image.caption > 0 and image.caption or pandoc.Inlines(image.title)
  end
end

return pictures
