import { expect, test } from "vitest";
import { cleanPaste } from "./paste.ts";

test("a document from Word keeps its structure and loses its looks", () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word">
    <style>p.MsoNormal {margin:0cm}</style></head><body lang=EN-GB><!--StartFragment-->
    <h1 style='margin-top:12pt'>What failed<o:p></o:p></h1>
    <p class=MsoNormal style='line-height:107%'>We keep a
    <b><span style='color:red'>drawer</span></b>.<o:p>&nbsp;</o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
    <p class=MsoListParagraphCxSpFirst><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>A chat bubble.</p>
    <p class=MsoListParagraphCxSpLast><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>A larger <i>button</i>.</p>
    <p class=MsoListParagraph><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>First</p>
    <!--EndFragment--></body></html>`;
  expect(cleanPaste(word)).toBe(
    [
      "<h2>What failed</h2>",
      "<p>We keep a <strong>drawer</strong>.</p>",
      "<ul><li>A chat bubble.</li><li>A larger <em>button</em>.</li></ul>",
      "<ol><li>First</li></ol>",
    ].join("\n"),
  );
});

test("a document from Google Docs is not all bold, and its spans become emphasis", () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"
    style="line-height:1.38"><span style="font-size:11pt;font-weight:400">We keep </span><span
    style="font-weight:700;font-style:italic">a drawer</span><span>.</span></p><br><ul><li dir="ltr"><p><a
    href="https://example.com/a"><span>Minus 4%</span></a></p></li></ul></b>`;
  expect(cleanPaste(docs)).toBe(
    '<p>We keep <strong><em>a drawer</em></strong>.</p>\n<ul><li><p><a href="https://example.com/a">Minus 4%</a></p></li></ul>',
  );
});

test("what could run, track or look like something else is gone", () => {
  const page = `<div onclick="x()"><script>alert(1)</script><img src="https://t.example/p.gif" onerror="x()">
    <p><a href="javascript:alert(1)" target="_blank">A</a> <font color=red>B</font></p><iframe src="//x"></iframe></div>`;
  expect(cleanPaste(page)).toBe("<p><a>A</a> B</p>");
});

test("tables stay tables, code keeps its lines, and running text stays running", () => {
  expect(
    cleanPaste('<table width=9><tr><th colspan="2" style="x">A</th></tr><tr><td>1</td><td></td></tr></table>'),
  ).toBe('<table><tbody><tr><th colspan="2">A</th></tr><tr><td>1</td><td></td></tr></tbody></table>');
  expect(cleanPaste("<pre>a\n  b</pre>")).toBe("<pre>a\n  b</pre>");
  expect(cleanPaste("<span>two <b>words</b></span>")).toBe("two <strong>words</strong>");
});
