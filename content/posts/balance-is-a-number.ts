import type { Post } from "../../domain/posts/post.ts";
import { bylineOf, petraOkafor } from "../authors.ts";
import { pictures } from "../pictures.ts";

const mobile = pictures["about-mobile"];

export const balance = {
  id: 1,
  slug: "balance-is-a-number",
  title: "Balance is a number",
  excerpt:
    "We weighed forty home pages, element by element, and asked 200 people which felt calm. The calm ones had one thing " +
    "in common, and it was not white space.",
  date: "2026-09-30",
  category: "Design",
  tags: ["layout", "research", "home pages"],
  image: { ...pictures["post-cairn"], alt: "Five smooth stones balanced in a stack." },
  author: bylineOf(petraOkafor),
  authors: [petraOkafor.id],
  content: `
<p>A small museum asked us to calm down its home page. Visitors called it busy. The director called it busy. The
person who had made it called it busy, and she had already removed 14 of its 31 elements.</p>
<p>It was still busy. We showed both versions to fifty people for five seconds each and asked them to rate the
calm of it from 1 to 7. The full page got 3.2. The page with almost half of itself missing got 3.3. There was
now a great deal of white on it, and the white looked nervous.</p>
<p>That bothered me. I have told clients for years that calm comes from white space. I have sold white space. So
we set out to weigh some pages.</p>

<h2>How you weigh a page</h2>
<p>We took forty home pages: banks, bakeries, a ferry line, a maker of violins. We photographed each at the
width of a laptop, cut the photograph into screens, and treated ink as weight. A black pixel weighs one, a white
pixel nothing, and color counts by how dark it looks. Faces and red things got extra, because eyes go there
first; we calibrated that with an eye tracker and 24 patient people.</p>
<p>Then we did what a physics teacher does with a cardboard shape and a string. For each screen we found the
point from which it would hang straight.</p>
<pre tabindex="0"><code><i>// where does the weight hang?</i>
<i>// 0 is left, 1 is right</i>
<b>const</b> center = (columns) =&gt; {
  <b>const</b> total = columns.reduce(
    (sum, w) =&gt; sum + w,
    0,
  );
  <b>const</b> moment = columns.reduce(
    (sum, w, i) =&gt; sum + w * (i + 0.5),
    0,
  );
  <b>const</b> count = columns.length;
  <b>return</b> moment / total / count;
};</code></pre>
<p>Two hundred other people rated the same forty pages. Five seconds each, 1 to 7, no explanation of what we
were after.</p>

<h2>What calm is not</h2>
<p>I had a favorite, and it lost. White space explained almost nothing. Two of the ten calmest pages were packed
like a newspaper. Two of the ten least calm were nearly empty.</p>
<p>The number of colors did a little. The number of fonts did a little more. Symmetry, which I would have put
money on, did nothing at all: a page hung exactly down the middle was as likely to feel restless as any
other.</p>
<p>What did it was staying put.</p>
<div class="tbl" tabindex="0" role="region" aria-label="What goes with calm, scrollable"><table>
<caption>Forty home pages, 200 people. The last column runs from −1 to 1.</caption>
<thead><tr><th scope="col">Measure</th><th scope="col">Calmest ten</th><th scope="col">Least calm ten</th><th scope="col">Goes with calm</th></tr></thead>
<tbody>
<tr><td>White space</td><td>58%</td><td>54%</td><td>0.11</td></tr>
<tr><td>Off the middle</td><td>9%</td><td>8%</td><td>0.04</td></tr>
<tr><td>Colors</td><td>5</td><td>7</td><td>−0.19</td></tr>
<tr><td>Fonts</td><td>2</td><td>3</td><td>−0.27</td></tr>
<tr><td>Wander</td><td>3.1%</td><td>14.8%</td><td>−0.71</td></tr>
</tbody>
</table></div>
<p>Wander is our word for it. Find the hanging point of every screen as you scroll. See how far it moves
sideways from one to the next, as a share of the width. On the calm pages it moved by 3%. On the others it swung
by 15%: text left, picture right, then text right, picture left, then three boxes, then a banner, like a person
carrying a mattress through a house.</p>
<blockquote><p>A page does not have to hang in the middle. It has to hang from somewhere, and then not change its mind.</p></blockquote>
<p>One bakery kept its weight two thirds of the way to the right, on every screen, all the way down. It had nine
colors and a photograph of a goose. It came in third.</p>

<figure class="wide">
<img src="${mobile.src}-1200.webp" width="1200" height="800" alt="A mobile: a red ball, a dark ball and a blue cube hang in balance from two brass rods." loading="lazy">
<figcaption>Nothing here is symmetrical. Everything hangs from one line.</figcaption>
</figure>

<h2>Back to the museum</h2>
<p>We put all 31 elements back. The director was alarmed. Then we moved them, without removing one, until each
screen hung from the same line a little right of center. The wander went from 17% to 4%. That took two days,
most of it spent on the donors’ logos.</p>
<p>Fifty new people gave it 5.1.</p>
<p>I would like to write that ticket sales doubled. They rose by 1%, which is to say that we do not know. What
we can show is smaller and I like it more: calls to ask for the opening hours fell by 22% in a month. The hours
had been on the page the whole time, in the same size. People had been too seasick to read them.</p>
<p>We have used the line on purpose since. The booking screen of <a href="/work/harrow-lane-booking">Harrow Lane
Clinics</a> hangs from one edge, from the next free hour down to the button. Patients who are looking for a
doctor are restless enough when they arrive.</p>

<h3>Try it with a pencil</h3>
<ol>
<li>Print your home page, every screen of it, small, in gray.</li>
<li>Squint until you cannot read it.</li>
<li>On each screen, mark the spot where you would put your thumb to balance it.</li>
<li>Lay the sheets under each other and join the marks.</li>
</ol>
<p>If the line is roughly straight, leave the page alone and spend your money on something else. If it looks
like the track of a fly, you have found the busy part, and you need not delete anything yet.</p>

<h3>What we do not know</h3>
<ul>
<li>Forty pages are not many. We weighed home pages only, and a shop or a dashboard may behave differently.</li>
<li>All 200 people read from left to right.</li>
<li>Calm is not always wanted. A page for a fireworks company came in last, and I would not change it.</li>
</ul>
<p>We weigh every layout now, before <a href="/services/design">anybody tests it</a>. It takes a computer four
seconds and settles arguments that used to take until Friday. I still like white space. I have stopped charging
for it.</p>
`,
} as const satisfies Post;
