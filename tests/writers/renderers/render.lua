-- Markdown as pandoc shows it in several dialects, by the protocol of render.mjs.

local dialects = {
  ["pandoc"] = "markdown-auto_identifiers",
  ["pandoc, CommonMark"] = "commonmark",
  ["pandoc, CommonMark with extensions"] = "commonmark_x-gfm_auto_identifiers",
  ["pandoc, GFM"] = "gfm-gfm_auto_identifiers",
}

for line in io.lines() do
  local rendered = {}
  for place, text in ipairs(pandoc.json.decode(line, false)) do
    local shown = {}
    for name, dialect in pairs(dialects) do
      shown[name] = pandoc.write(pandoc.read(text, dialect), "html", { highlight_method = "none" })
    end
    rendered[place] = shown
  end
  io.write(pandoc.json.encode(rendered), "\n")
  io.flush()
end
