import { pictures } from "../../pictures.ts";
import type { measurableReaction as english } from "../../posts/every-action-has-a-measurable-reaction.ts";
import { authors } from "../authors.ts";
import { categories } from "../categories.ts";
import type { Words } from "../words.ts";

const bars = pictures["service-analytics"];

export const measurableReaction = {
  slug: "jede-aktion-hat-eine-messbare-reaktion",
  title: "Jede Aktion hat eine messbare Reaktion",
  excerpt:
    "Die meisten Dashboards zeigen, was sich bewegt hat. Wenige zeigen, was es bewegt hat. Hier ist der Test, den wir auf " +
    "einer Seite machen, bevor jemand ein Budget anrührt, samt der ganzen Rechnung.",
  category: categories.strategy.name,
  tags: ["Messung", "Versuche", "Budgets"],
  image: { alt: "Ein Kugelstoßpendel, die letzte Kugel ist rot und ausgelenkt." },
  author: authors["maud-ellery"],
  content: `
<p>Im vergangenen März zeigte uns ein Händler ein Diagramm. An dem Tag, an dem die neue Kampagne begann, stieg der
Umsatz. Alle im Raum freuten sich. An dem Tag hatte es auch aufgehört zu regnen.</p>
<p>Wir baten um eines: dasselbe Diagramm für eine Stadt, in der die Kampagne nicht lief. Das dauerte einen Nachmittag.
Auch dort war der Umsatz gestiegen, um dieselben 6&nbsp;%. Die Kampagne hatte nichts bewegt. Die Arbeit hatte das Wetter
getan, und <a href="/services/paid-media">das Wetter schreibt keine Rechnungen</a>.</p>
<p>Niemand in diesem Raum war dumm. Das Diagramm stimmte, die Daten stimmten. Nur den März, der ohne die Kampagne gewesen
wäre, konnte das Diagramm nicht zeigen. Der steht nie auf einem Dashboard, denn es hat ihn nicht gegeben. Man muss ihn im
Voraus bauen, mit Absicht.</p>

<h2>Der Test auf einer Seite</h2>
<p>Bevor jemand ein Budget anrührt, füllen wir eine Seite aus. Sie hat vier Zeilen, und jede dauert etwa zehn Minuten.
Bleibt eine Zeile leer, wartet das Projekt.</p>
<ol>
<li>Was sich ändern wird, mit einem Verb.</li>
<li>Welche Zahl sich bewegen soll und um wie viel.</li>
<li>Wo sich nichts ändert, damit wir vergleichen können.</li>
<li>An welchem Tag wir nachsehen, und nicht vorher.</li>
</ol>
<blockquote><p>Wer nicht sagen kann, was ihn widerlegen würde, testet nicht. Er hofft, mit Diagramm.</p></blockquote>
<p>Die erste Zeile sieht leicht aus. Ihretwegen kommen die meisten Seiten zurück. „Die Kasse verbessern“ ist ein Wunsch,
in dem ein Substantiv steckt. „Das Telefonfeld entfernen“ ist eine Änderung: Am Dienstag ist es da, am Mittwoch ist es
weg.</p>
<p>Die zweite Zeile braucht eine Größe. Ein Kunde schrieb einmal „mehr Anmeldungen“. Wir fragten, wie viele mehr die Arbeit
bezahlt machen würden. Die Antwort war 340 im Monat, und das Formular hatte 290 Besucher. Elf Wochen haben wir diesem
Kunden erspart, indem wir zwei Zahlen laut vorlasen.</p>
<p>Die dritte Zeile wird gern übersprungen. Eine Kontrollgruppe kostet Geld, denn sie besteht aus Kunden, die man absichtlich
nicht überzeugt. Sie ist auch der einzige Teil der Seite, mit dem sich nicht streiten lässt.</p>
<p>Die vierte Zeile ist am schwersten einzuhalten. Am dritten Tag hat jemand nachgesehen. Am fünften weiß es der
Vorstand.</p>

<figure class="wide">
<img src="${bars.src}-1200.webp" width="1200" height="800" alt="Balken steigen zu einem roten an, verbunden durch eine Linie aus Messing." loading="lazy">
<figcaption>Sieben Balken, eine Linie. Die Linie ist der Teil, den Sie in der Hand haben. Meist ist sie dünner, als man denkt.</figcaption>
</figure>

<h2>Elf Theorien an einer Wand</h2>
<p>Als wir <a href="/work/oakmere-checkout">Oakmere</a> kennenlernten, gingen 81&nbsp;% aller, die dort die Kasse öffneten,
ohne zu kaufen, und jede Abteilung wusste, warum. Das Marketing hielt die Bilder für schuld, die Buchhaltung die kostenlosen
Rücksendungen. Der Gründer hielt die Schrift für schuld, und er hatte sie selbst ausgesucht.</p>
<p>Wir schrieben alle elf Theorien an eine Wand und gaben jeder ihre Seite. Nützlich war am Ende die zweite Zeile. Sechs der
elf waren, selbst wenn sie stimmten, zu klein: Sie zu beheben hätte niemandem auch nur eine Woche Arbeit bezahlt. Sie kamen
noch vor dem Mittagessen von der Wand, ohne Streit, denn niemandem war gesagt worden, dass er irrt. Es war nur multipliziert
worden.</p>
<p>Fünf wurden getestet, jede vierzehn Tage lang. Drei hielten stand. Eine davon war das Telefonfeld, das niemand für wert
gehalten hatte, verteidigt zu werden. Die Bestellungen sind um 38&nbsp;% gestiegen, und der Gründer hat seine Schrift
behalten.</p>

<h3>Wie zwölf Monate davon aussehen</h3>
<p>Auf unserer eigenen Website haben wir die Seite 40-mal ausgefüllt. Elf Änderungen wirkten. Das hier sind die drei, die den
Rest bezahlt haben.</p>
<div class="tbl" tabindex="0" role="region" aria-label="Ergebnisse, scrollbar"><table>
<caption>Drei von vierzig, mit ihren Kontrollgruppen</caption>
<thead><tr><th scope="col">Änderung</th><th scope="col">Vorher</th><th scope="col">Nachher</th><th scope="col">Kontrolle</th></tr></thead>
<tbody>
<tr><td>Telefonfeld entfernt</td><td>2,1&nbsp;%</td><td>3,0&nbsp;%</td><td>2,1&nbsp;%</td></tr>
<tr><td>Preise auf der ersten Seite</td><td>0,8&nbsp;%</td><td>1,4&nbsp;%</td><td>0,9&nbsp;%</td></tr>
<tr><td>Eine Schrift weniger</td><td>1,9&nbsp;s</td><td>1,2&nbsp;s</td><td>1,9&nbsp;s</td></tr>
</tbody>
</table></div>
<p>Lesen Sie die zweite Zeile zweimal. Auch die Kontrollgruppe stieg, von 0,8 auf 0,9. Ohne sie hätten wir dieses Zehntel für
uns verbucht und es ein Jahr lang geglaubt.</p>

<h3>Die Rechnung</h3>
<p>Sie ist kurz genug, um sie abzudrucken. Geben Sie ihr zwei Zählungen, und sie sagt Ihnen, ob Sie sich freuen dürfen:</p>
<pre tabindex="0"><code><i>// wie sicher sind wir?</i>
<i>// über 1,96: sicher genug</i>
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
<i>// 3,93, das Telefonfeld</i>
z(old, { won: 282, seen: 9400 });
<i>// 0,85, ein größerer Knopf</i>
z(old, { won: 214, seen: 9400 });</code></pre>
<p>Der größere Knopf hatte 17 Klicks mehr als die Kontrollgruppe. Auf dem Diagramm an der Wand sah er wie ein Gewinner aus.
Bei 0,85 schafft das der bloße Zufall etwa jedes fünfte Mal.</p>
<p>Drei Gewohnheiten halten sie ehrlich:</p>
<ul>
<li>Legen Sie zuerst den Tag fest. <code>z</code> schwankt; wer täglich hinsieht, findet überall einen Gewinner.</li>
<li>Zählen Sie Menschen, nicht Besuche. Wer neunmal neu lädt, hat keine neun Meinungen.</li>
<li>Heften Sie die Fehlschläge ab. Unsere liegen in einer Schublade mit der Aufschrift „Lehrgeld“.</li>
</ul>

<h2>Was es kostet</h2>
<p>Vierzig Minuten für die Seite. Zwei bis vier Wochen Geduld. Und etwas Umsatz: Solange die Hälfte Ihrer Besucher die alte
Fassung sieht, entgeht Ihnen der halbe Gewinn. Beim Telefonfeld waren das 85 Anfragen, die die Kontrollgruppe nie abgeschickt
hat. Ich würde sie wieder hergeben.</p>
<p>Der andere Preis ist menschlich. Sie werden mit einem Blatt Papier vor Leuten stehen, die Sie mögen, und auf dem Blatt
steht, dass deren Idee nichts bewirkt hat. Es hilft, selbst vorangegangen zu sein. Ich bringe eine von meinen 29 mit.</p>

<h2>Noch einmal der Händler</h2>
<p>Im Mai füllten sie die Seite aus. Zwölf Städte mit der Kampagne, zwölf ohne, sechs Wochen, ein Stichtag. Geregnet hat es
auf beide Hälften gleich. Die Kampagne bewegte den Umsatz um 2&nbsp;%, nicht um 6.</p>
<p>Sie haben sie behalten, zu einem Drittel des Preises.</p>
`,
} as const satisfies Words<typeof english>;
