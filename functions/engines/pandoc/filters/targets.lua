-- What the formats that pandoc writes can hold, by its names for them.
--   raw       formats of raw elements that stay
--   pictures  'held': embedded in the file; 'addresses': as data URLs; 'none'; or as files beside the text
--   untitled  the format has no title: it becomes the first heading
--   titled    it stays a title as well
--   headed    text without a heading is lost
--   abstract  an abstract is written; in all others it becomes a section

local targets = {
  asciidoc = { abstract = true },
  bibtex = { pictures = 'none' },
  csljson = { pictures = 'none' },
  docx = { pictures = 'held', abstract = true },
  dokuwiki = { raw = { dokuwiki = true }, untitled = true },
  epub3 = { pictures = 'held', untitled = true, titled = true },
  fb2 = { pictures = 'held' },
  gfm = { untitled = true },
  haddock = { untitled = true },
  html5 = { raw = { html = true }, pictures = 'addresses', abstract = true },
  ipynb = { raw = { html = true, ipynb = true }, pictures = 'held', untitled = true },
  jats = { abstract = true },
  jira = { raw = { jira = true }, untitled = true },
  latex = { raw = { tex = true, latex = true }, abstract = true },
  man = { raw = { man = true } },
  mediawiki = { raw = { mediawiki = true }, untitled = true },
  odt = { pictures = 'held', abstract = true },
  opml = { headed = true },
  org = { raw = { org = true }, abstract = true },
  plain = { pictures = 'none' },
  rst = { raw = { rst = true }, abstract = true },
  texinfo = { raw = { texinfo = true } },
  textile = { raw = { html = true, textile = true }, untitled = true },
  typst = { abstract = true },
  xwiki = { untitled = true },
  zimwiki = { untitled = true },
}

-- What pictures become by the option.
local wanted = { embedded = 'addresses', none = 'none' }

return setmetatable({}, {
  __index = function(_, format)
    local target = targets[format] or {}
    if not target.pictures then target.pictures = wanted[os.getenv 'IMAGES'] end
    target.raw, target.pictures = target.raw or {}, target.pictures or 'beside'
    return target
  end,
})
