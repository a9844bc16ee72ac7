import type { Post } from "../../domain/posts/post.ts";
import { bylineOf, maudEllery } from "../authors.ts";
import { pictures } from "../pictures.ts";

const bars = pictures["service-analytics"];

export const measurableReaction = {
  id: 3,
  slug: "every-action-has-a-measurable-reaction",
  title: "Every action has a measurable reaction",
  excerpt:
    "Most dashboards show what moved. Few show what moved it. Here is the test we run, on one page, before anybody touches a " +
    "budget, with the arithmetic printed in full.",
  date: "2026-10-28",
  category: "Strategy",
  tags: ["measurement", "experiments", "budgets"],
  image: { ...pictures["post-cradle"], alt: "A Newton’s cradle, its last ball red and lifted." },
  author: bylineOf(maudEllery),
  authors: [maudEllery.id],
  content: `
<p>A retailer showed us a chart last March. Sales rose on the day the new campaign started. Everybody in the
room was pleased. It had also stopped raining that day.</p>
<p>We asked for one thing: the same chart for a town where the campaign did not run. It took an afternoon to
make. Sales had risen there, too, by the same 6%. The campaign had moved nothing. The weather had done the work,
and <a href="/services/paid-media">the weather does not send invoices</a>.</p>
<p>Nobody in that room was foolish. The chart was correct and the dates were correct. What the chart could not
show was the March that would have happened without the campaign. That one is never on a dashboard, because it
did not happen. You have to build it in advance, on purpose.</p>

<h2>The one-page test</h2>
<p>Before anybody touches a budget, we fill in one page. It has four lines, and each takes about ten minutes. If
a line stays empty, the project waits.</p>
<ol>
<li>What will change, in one verb.</li>
<li>Which number should move, and by how much.</li>
<li>Where nothing changes, so that we can compare.</li>
<li>On which date we look, and not before.</li>
</ol>
<blockquote><p>If you cannot say what would prove you wrong, you are not testing. You are hoping, with a chart.</p></blockquote>
<p>The first line looks easy. It is where most pages come back from. “Improve the checkout” is a wish with a
noun in it. “Remove the phone field” is a change: on Tuesday it is there, and on Wednesday it is gone.</p>
<p>The second line needs a size. A client once wrote “more sign-ups.” We asked how many more would pay for the
work. The answer was 340 a month, and the form had 290 visitors. We saved that client eleven weeks by reading
two numbers aloud.</p>
<p>The third line is the one people skip. A control group costs money, because it is made of customers you
choose not to persuade. It is also the only part of the page that cannot be argued with.</p>
<p>The fourth line is the hardest to keep. By day three somebody will have looked. By day five somebody will
have told the board.</p>

<figure class="wide">
<img src="${bars.src}-1200.webp" width="1200" height="800" alt="Bars rising toward a red one, joined by a brass line." loading="lazy">
<figcaption>Seven bars, one line. The line is the part you control. Usually it is thinner than you think.</figcaption>
</figure>

<h2>Eleven theories on a wall</h2>
<p>When we met <a href="/work/oakmere-checkout">Oakmere</a>, 81% of people who opened its checkout left without
buying, and every department knew why. Marketing blamed the pictures. Finance blamed free returns. The founder
blamed the font, and he had chosen it.</p>
<p>We wrote all eleven theories on a wall and gave each its page. Line two turned out to be the useful one. Six
of the eleven, even if true, were too small to matter: fixing them could not have paid for a week of anybody’s
time. They came off the wall before lunch, without a quarrel, because nobody had been called wrong. They had
only been multiplied.</p>
<p>Five were tested, each for fourteen days. Three held. One of those was the phone field, which nobody had
thought worth defending. Orders are up 38%, and the founder kept his font.</p>

<h3>What twelve months of it looks like</h3>
<p>We ran the page 40 times on our own site. Eleven changes worked. Here are the three that paid for the
rest.</p>
<div class="tbl" tabindex="0" role="region" aria-label="Results, scrollable"><table>
<caption>Three of forty, with their control groups</caption>
<thead><tr><th scope="col">Change</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Control</th></tr></thead>
<tbody>
<tr><td>Phone field removed</td><td>2.1%</td><td>3.0%</td><td>2.1%</td></tr>
<tr><td>Prices on the first page</td><td>0.8%</td><td>1.4%</td><td>0.9%</td></tr>
<tr><td>One font fewer</td><td>1.9 s</td><td>1.2 s</td><td>1.9 s</td></tr>
</tbody>
</table></div>
<p>Read the second row twice. The control group rose, too, from 0.8 to 0.9. Without it we would have claimed
that tenth of a point for ourselves, and for a year we would have believed it.</p>

<h3>The arithmetic</h3>
<p>It is short enough to print. Feed it two counts and it tells you whether to be pleased:</p>
<pre tabindex="0"><code><i>// how sure are we?</i>
<i>// above 1.96: sure enough</i>
<b>const</b> z = (a, b) =&gt; {
  <b>const</b> seen = a.seen + b.seen;
  <b>const</b> p = (a.won + b.won) / seen;
  <b>const</b> se = Math.sqrt(
    p * (1 - p) *
      (1 / a.seen + 1 / b.seen),
  );
  <b>const</b> gain = b.won / b.seen;
  <b>return</b> (gain - a.won / a.seen) / se;
};

<b>const</b> old = { won: 197, seen: 9400 };
<i>// 3.93, the phone field</i>
z(old, { won: 282, seen: 9400 });
<i>// 0.85, a larger button</i>
z(old, { won: 214, seen: 9400 });</code></pre>
<p>The larger button had 17 more clicks than the control group. On the wall chart it looked like a winner. At
0.85, plain chance does that about one time in five.</p>
<p>Three habits keep it honest:</p>
<ul>
<li>Decide the date first. <code>z</code> drifts; looking daily finds a winner in anything.</li>
<li>Count people, not visits. One person who reloads nine times is not nine opinions.</li>
<li>File the failures. We keep ours in a drawer marked “tuition.”</li>
</ul>

<h2>What it costs</h2>
<p>Forty minutes for the page. Two to four weeks of patience. And some sales: while half your visitors see the
old version, half of the gain is not yours. For the phone field that came to 85 inquiries that the control group
never sent. I would pay that again.</p>
<p>The other price is social. You will stand in front of people you like with a sheet of paper that says their
idea did nothing. It helps to have gone first. I bring one of my own 29.</p>

<h2>The retailer, again</h2>
<p>They ran the page in May. Twelve towns with the campaign, twelve without, six weeks, one date. The rain fell
on both halves alike. The campaign moved sales by 2%, not by 6.</p>
<p>They kept it, at a third of the price.</p>
`,
} as const satisfies Post;
