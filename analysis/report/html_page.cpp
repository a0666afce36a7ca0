#include "analysis/report/html_page.h"

#include "analysis/report/markup.h"

#include <fmt/format.h>

namespace beagle::report {

namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --text: #1d2126; --dim: #565e68; --ground: #fff; --raised: #f5f6f8; --line: #d5d9df;
  --link: #0b57a4; --bad: #a3171b; --bad-ground: #fdeceb; --warn: #7a4b00; --warn-ground: #fdf3df; --good: #14602b; --good-ground: #e7f5ea; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --dim: #a7b0bb; --ground: #15181c; --raised: #1e2227; --line: #3a4149;
  --link: #7db8f5; --bad: #ff9b95; --bad-ground: #3b1b1b; --warn: #f0c26e; --warn-ground: #362a12; --good: #85d79b; --good-ground: #16301e; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: .25rem 0 .5rem; }
ul { margin: .25rem 0 .5rem; padding-left: 1.25rem; }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .5rem; background: var(--ground); border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap; }
pre > * { display: block; text-decoration: none; padding: 0 .25rem; }
pre b { display: inline-block; min-width: 2.5rem; margin-right: .75rem; font-weight: normal; text-align: right; user-select: none; }
pre > span { color: var(--dim); } pre > span::before { content: "  "; }
del { color: var(--bad); background: var(--bad-ground); }
ins { color: var(--good); background: var(--good-ground); }
del::before { content: "- "; } ins::before { content: "+ "; }
article { margin: 1rem 0; padding: .75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-left: .3rem solid var(--line); border-radius: .25rem; }
article.fails { border-left-color: var(--bad); } article.noted { border-left-color: var(--warn); } article.allowed { border-left-color: var(--good); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--dim); font-size: .875rem; } .path { width: 40%; } .what { width: 24%; }
.dim { color: var(--dim); }
.tag { display: inline-block; padding: 0 .5rem; border-radius: .75rem; font-size: .8125rem; }
.bad { color: var(--bad); background: var(--bad-ground); } .warn { color: var(--warn); background: var(--warn-ground); } .good { color: var(--good); background: var(--good-ground); }
a { color: var(--link); }
summary { cursor: pointer; padding: .25rem 0; }
button { min-height: 2.75rem; margin: 0 .25rem .25rem 0; padding: 0 .9rem; font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--dim); border-radius: .25rem; cursor: pointer; }
button[aria-pressed=true] { color: var(--ground); background: var(--link); border-color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) { article { padding: .5rem; } th, td { padding: .2rem .3rem; } }
footer { padding: 1.5rem 1rem 2rem; color: var(--dim); font-size: .875rem; }
)";

constexpr std::string_view script = R"(
const filter = document.getElementById("filter");
if (filter) {
  const buttons = [...filter.querySelectorAll("button")];
  const articles = [...document.querySelectorAll("article")];
  const show = (chosen) => {
    for (const button of buttons) button.setAttribute("aria-pressed", button === chosen);
    const weight = chosen.dataset.weight;
    for (const article of articles) article.hidden = Boolean(weight) && !article.classList.contains(weight);
  };
  for (const button of buttons) button.addEventListener("click", () => show(button));
  filter.hidden = false;
}
)";

} // namespace

std::string htmlPage(std::string_view title, std::string_view body, std::string_view secret) {
  return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-{0}'; script-src 'nonce-{0}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{1}</title>
<style nonce="{0}">{2}</style>
</head>
<body>
{3}<script nonce="{0}">{4}</script>
</body>
</html>
)",
                     secret, escaped(title), style, body, script);
}

} // namespace beagle::report
