import type { Post } from "../../domain/posts/post.ts";
import { bylineOf, jonasWren } from "../authors.ts";
import { pictures } from "../pictures.ts";

const parcels = pictures["case-commerce-challenge"];

export const slowScript = {
  id: 2,
  slug: "one-slow-script-forty-slow-pages",
  title: "One slow script, forty slow pages",
  excerpt:
    "How a 9 KB widget cost a shop 1.4 seconds and $11,000 a week, how we found it in an afternoon, and what the vendor " +
    "answered when we sent them line 212.",
  date: "2026-10-14",
  category: "Technology",
  tags: ["performance", "third parties", "debugging"],
  image: { ...pictures["post-dominoes"], alt: "A curved row of dominoes, the last one red." },
  author: bylineOf(jonasWren),
  authors: [jonasWren.id],
  content: `
<p>The call came on a Thursday in June. A cookware shop, fourteen people, good knives. Mobile sales had been
down for nine days, and nothing had happened.</p>
<p>That is what everybody said: nothing had happened. No release, no price change, no holiday. The server was
bored. The designer had been on vacation. We opened the speed chart, and there it was, a step as clean as a
curb. On June 9, at about two in the afternoon, the first screen on a phone had gone from 1.9 seconds to 3.3. It
had stayed there.</p>

<h2>Forty pages, one number</h2>
<p>The shop has forty kinds of pages: the home page, the pan page, the knife page, the page about oiling wood. I
sorted them by how much slower each had become, expecting a culprit at the top.</p>
<p>There was none. All forty were slower by the same 1.4 seconds, give or take a twentieth. That was the best
news of the day. A slow database is slow in some places. A heavy picture is heavy where it hangs. When forty
different pages lose the same 1.4 seconds, they are all waiting for the same thing, and it is in the part they
share: the first dozen lines.</p>
<p>Those lines named eleven scripts on eleven other people’s servers. I did what you do when the lights go out.
I went to the fuse box and flipped them one at a time.</p>
<pre tabindex="0"><code><i>// block one host per run,</i>
<i>// load the page nine times,</i>
<i>// keep the median</i>
<b>const</b> block = (route) =&gt; route.abort();
<b>for</b> (<b>const</b> host <b>of</b> hosts) {
  <b>const</b> all = \`https://\${host}/**\`;
  <b>await</b> page.route(all, block);
  <b>const</b> times = <b>await</b> loads(page, 9);
  console.log(host, median(times));
  <b>await</b> page.unrouteAll();
}</code></pre>
<p>Ten of the eleven changed nothing worth a line. With the seventh one blocked, the page came up in 1.9
seconds. Nine times out of nine.</p>

<h2>The badge</h2>
<p>It was a trust badge. A small gray shield in the footer that said the shop was secure. It weighed 9&nbsp;KB, it
had been on the site for three years, and nobody at the shop had touched it. The vendor had. On June 9, at about
two in the afternoon, they released version 4.</p>
<p>A script on somebody else’s server is a standing invitation to change your site while you are out. Here is
what version 4 did with it:</p>
<div class="tbl" tabindex="0" role="region" aria-label="The chain of requests, scrollable"><table>
<caption>Five dominoes, on a midrange phone</caption>
<thead><tr><th scope="col">Request</th><th scope="col">Size</th><th scope="col">Waits for</th><th scope="col">Adds</th></tr></thead>
<tbody>
<tr><td>1. The badge script</td><td>9 KB</td><td>nothing</td><td>310 ms</td></tr>
<tr><td>2. Its settings</td><td>2 KB</td><td>1</td><td>280 ms</td></tr>
<tr><td>3. The real script</td><td>84 KB</td><td>2</td><td>460 ms</td></tr>
<tr><td>4. A stylesheet</td><td>21 KB</td><td>3</td><td>230 ms</td></tr>
<tr><td>5. The shield</td><td>3 KB</td><td>4</td><td>120 ms</td></tr>
</tbody>
</table></div>
<p>Each one asks a new server, and each one waits for the one before. Together: 1,400 milliseconds. The bytes
hardly matter. On a phone it is the asking that takes time.</p>
<p>Still, a shield in the footer should not hold up a frying pan at the top of the page. I formatted the script
and read it. On line 212 of 340 I found this:</p>
<pre tabindex="0"><code><i>// “avoid flicker”</i>
<b>const</b> page = document.documentElement;
page.style.opacity = <b>"0"</b>;
whenBadgeIsReady(() =&gt; {
  page.style.opacity = <b>""</b>;
});</code></pre>
<p>It made the whole page invisible until the badge had arrived, so that nobody would see the badge pop in. The
page had been there all along, at 1.9 seconds, complete and transparent. Forty kinds of pages, waiting in the
dark for a shield.</p>

<figure class="wide">
<img src="${parcels.src}-1200.webp" width="1200" height="800" alt="Parcels on a conveyor wait behind an upright plate; one red parcel has passed it." loading="lazy">
<figcaption>Everything behind the plate is ready. It waits for one thing.</figcaption>
</figure>

<h2>What 1.4 seconds costs</h2>
<p>I do not like borrowed statistics about milliseconds and money, so we made our own. For fourteen days every
second visitor got the shop without the badge.</p>
<ul>
<li>With the badge, 2.04% of phone visitors bought something.</li>
<li>Without it, 2.25% did.</li>
<li>That is 9.3% of mobile sales, which were about $118,000 in a normal week.</li>
</ul>
<p>Eleven thousand dollars a week, for a shield. We also asked the question nobody had asked in three years:
does the badge make people trust the shop? In the fast version, with the picture of the shield served from the
shop’s own server, it changed sales by nothing that we could tell from zero. It had been decorating the footer
at the price of <a href="/services/web-technology">a small team of engineers</a>.</p>

<h2>What the vendor said</h2>
<p>I wrote to them with the table and the line number. They answered within two days, and they were kind about
it.</p>
<blockquote><p>“Our script is only nine kilobytes.”</p></blockquote>
<p>That was true. A domino weighs very little, too.</p>
<p>To their credit, they read the rest. Version 4.1 came out five weeks later without line 212. We tested it:
0.1 seconds. The shop did not put it back.</p>

<h2>Do this before lunch</h2>
<p>You need no agency for the first three of these. The fourth is the one that
<a href="/services/conversion">pays for itself</a>.</p>
<ol>
<li>Open your site in a private window with the network panel showing. Count the hosts that are not yours. Write
the number down.</li>
<li>For each, write down who asked for it and when. Remove those with no name beside them. We usually lose a
third here.</li>
<li>Block the others one at a time and load the page. Anything that moves the first screen by over 100
milliseconds gets a conversation.</li>
<li>Put a limit in the build, so that the next one cannot arrive unnoticed. For scripts from elsewhere, measure
daily on the live site: they change without a release, which is how this story began.</li>
</ol>
<h3>And the ones you keep</h3>
<p>Serve them from your own server if the license allows it. If not, load them after the page is usable, and
give them two seconds. A badge that is late can stay away.</p>
<p>The shop runs on four outside scripts now. It had eleven. The first screen takes 1.3 seconds, which is faster
than it was before anything broke, and the owner has printed the chart with the curb in it. It hangs in the
warehouse, under a small gray shield.</p>
`,
} as const satisfies Post;
