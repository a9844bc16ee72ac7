import { expect, test } from "vitest";
import { findForeignPictures, findLosses, replacePictures } from "./losses.ts";

test("nothing is lost of text whose formatting, videos and own pictures are kept", () => {
  const html =
    '<h1 id="a">A</h1><section><p style="text-align:center; margin: 0" data-x="1">b <a href="/c?d=1&amp;e" target="_blank" rel="nofollow">c</a></p></section>' +
    '<ol><li>one</li></ol><ul><li>two</li></ul><pre><code class="language-ts">x</code></pre>' +
    '<table><tr><td style="width: 20%" align="right">1</td></tr></table><blockquote>q</blockquote>' +
    '<figure class="alignwide"><img src="/art/x.webp?v=2" srcset="y 2x" alt="x"></figure>' +
    '<p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" allowfullscreen></iframe></p>';
  expect(findLosses(html)).toEqual([]);
});

test.each([
  ["<script>x()</script>", ["<script>"]],
  ['<form action="/x"><label>Name</label><input></form>', ["<form>", "<form action>", "<label>", "<input>"]],
  ['<p onclick="x()" class="lead" style="color: red; FLOAT: left">x</p>', ["style color", "class lead", "<p onclick>"]],
  ['<iframe src="https://maps.example"></iframe>', ["<iframe>"]],
  ['<img src="https://a.example/b.png">', ["picture https://a.example/b.png"]],
  ['<a href="javascript:x()">x</a>', ["link javascript:x()"]],
])("what is lost of %s is named", (html, losses) => {
  expect(findLosses(html)).toEqual(losses);
});

test("pictures of other sites are found by their addresses and replaced, and the text stays as it is written", () => {
  const html =
    '<IMG alt="one" src="https://a.example/b.png?c=1&amp;d=2"><p>https://a.example/b.png</p>\n' +
    "<img src='//a.example/e.png'><img src=/art/x.webp><img src='http://a.example/f.png'><img src=\"data:image/png;base64,A\">";
  const addresses = ["https://a.example/b.png?c=1&d=2", "//a.example/e.png"];
  expect(findForeignPictures(html)).toEqual(addresses);
  expect(replacePictures(html, new Map(addresses.map((address, n) => [address, `/storage/${n}.webp`])))).toBe(
    '<IMG alt="one" src="/storage/0.webp"><p>https://a.example/b.png</p>\n' +
      '<img src="/storage/1.webp"><img src=/art/x.webp><img src=\'http://a.example/f.png\'><img src="data:image/png;base64,A">',
  );
});
