import { pictures } from "../../pictures.ts";
import type { slowScript as english } from "../../posts/one-slow-script-forty-slow-pages.ts";
import { authors } from "../authors.ts";
import { categories } from "../categories.ts";
import type { Words } from "../words.ts";

const parcels = pictures["case-commerce-challenge"];

export const slowScript = {
  slug: "ein-langsames-skript-vierzig-langsame-seiten",
  title: "Ein langsames Skript, vierzig langsame Seiten",
  excerpt:
    "Wie ein Widget von 9 KB einen Shop 1,4 Sekunden und 11.000 Dollar in der Woche kostete, wie wir es an einem Nachmittag " +
    "fanden und was der Anbieter sagte, als wir ihm Zeile 212 schickten.",
  category: categories.technology.name,
  tags: ["Ladezeit", "fremde Skripte", "Fehlersuche"],
  image: { alt: "Eine geschwungene Reihe Dominosteine, der letzte ist rot." },
  author: authors["jonas-wren"],
  content: `
<p>Der Anruf kam an einem Donnerstag im Juni. Ein Geschäft für Kochgeschirr, vierzehn Leute, gute Messer. Seit neun Tagen
lag der mobile Umsatz am Boden, und es war nichts passiert.</p>
<p>Das sagten alle: Es war nichts passiert. Kein neuer Stand, keine Preisänderung, kein Feiertag. Der Server langweilte sich.
Die Designerin war im Urlaub gewesen. Wir öffneten das Diagramm der Ladezeiten, und da war sie, eine Stufe wie ein Bordstein.
Am 9. Juni, gegen zwei Uhr nachmittags, war die erste Ansicht auf dem Telefon von 1,9 Sekunden auf 3,3 gestiegen. Dort war
sie geblieben.</p>

<h2>Vierzig Seiten, eine Zahl</h2>
<p>Der Shop hat vierzig Arten von Seiten: die Startseite, die Pfannenseite, die Messerseite, die Seite über das Ölen von
Holz. Ich sortierte sie danach, um wie viel langsamer jede geworden war, und rechnete damit, dass der Schuldige oben
steht.</p>
<p>Es gab keinen. Alle vierzig waren um dieselben 1,4 Sekunden langsamer, ein Zwanzigstel hin oder her. Das war die beste
Nachricht des Tages. Eine langsame Datenbank ist an manchen Stellen langsam. Ein schweres Bild ist dort schwer, wo es hängt.
Verlieren vierzig verschiedene Seiten dieselben 1,4 Sekunden, dann warten sie alle auf dasselbe, und es steckt in dem Teil,
den sie gemeinsam haben: im ersten Dutzend Zeilen.</p>
<p>Diese Zeilen nannten elf Skripte auf elf fremden Servern. Ich tat, was man tut, wenn das Licht ausgeht. Ich ging zum
Sicherungskasten und legte einen Schalter nach dem anderen um.</p>
<pre tabindex="0"><code><i>// je Lauf einen Host sperren,</i>
<i>// die Seite neunmal laden,</i>
<i>// den Median behalten</i>
<b>const</b> block = (route) =&gt; route.abort();
<b>for</b> (<b>const</b> host <b>of</b> hosts) {
  <b>const</b> all = \`https://\${host}/**\`;
  <b>await</b> page.route(all, block);
  <b>const</b> times = <b>await</b> loads(page, 9);
  console.log(host, median(times));
  <b>await</b> page.unrouteAll();
}</code></pre>
<p>Zehn der elf änderten nichts, was eine Zeile wert wäre. Mit dem siebten gesperrt, war die Seite nach 1,9 Sekunden da.
Neunmal von neun.</p>

<h2>Das Siegel</h2>
<p>Es war ein Vertrauenssiegel. Ein kleiner grauer Schild in der Fußzeile, der sagte, dass der Shop sicher sei. Es wog
9&nbsp;KB, war seit drei Jahren auf der Website, und im Geschäft hatte es niemand angefasst. Der Anbieter schon. Am 9. Juni,
gegen zwei Uhr nachmittags, veröffentlichte er Version 4.</p>
<p>Ein Skript auf einem fremden Server ist eine Dauereinladung, Ihre Website zu ändern, während Sie außer Haus sind. Das hat
Version 4 damit gemacht:</p>
<div class="tbl" tabindex="0" role="region" aria-label="Die Kette der Anfragen, scrollbar"><table>
<caption>Fünf Dominosteine auf einem Mittelklassetelefon</caption>
<thead><tr><th scope="col">Anfrage</th><th scope="col">Größe</th><th scope="col">Wartet auf</th><th scope="col">Kostet</th></tr></thead>
<tbody>
<tr><td>1. Das Skript des Siegels</td><td>9&nbsp;KB</td><td>nichts</td><td>310&nbsp;ms</td></tr>
<tr><td>2. Seine Einstellungen</td><td>2&nbsp;KB</td><td>1</td><td>280&nbsp;ms</td></tr>
<tr><td>3. Das eigentliche Skript</td><td>84&nbsp;KB</td><td>2</td><td>460&nbsp;ms</td></tr>
<tr><td>4. Ein Stylesheet</td><td>21&nbsp;KB</td><td>3</td><td>230&nbsp;ms</td></tr>
<tr><td>5. Der Schild</td><td>3&nbsp;KB</td><td>4</td><td>120&nbsp;ms</td></tr>
</tbody>
</table></div>
<p>Jede fragt einen neuen Server, und jede wartet auf die vorige. Zusammen: 1.400 Millisekunden. Auf die Bytes kommt es kaum
an. Auf einem Telefon dauert das Fragen.</p>
<p>Trotzdem sollte ein Schild in der Fußzeile keine Bratpfanne am Kopf der Seite aufhalten. Ich formatierte das Skript und
las es. In Zeile 212 von 340 fand ich dies:</p>
<pre tabindex="0"><code><i>// „Flackern vermeiden“</i>
<b>const</b> page = document.documentElement;
page.style.opacity = <b>"0"</b>;
whenBadgeIsReady(() =&gt; {
  page.style.opacity = <b>""</b>;
});</code></pre>
<p>Es machte die ganze Seite unsichtbar, bis das Siegel da war, damit niemand sah, wie es aufploppt. Die Seite war die ganze
Zeit da gewesen, nach 1,9 Sekunden, vollständig und durchsichtig. Vierzig Arten von Seiten, die im Dunkeln auf einen Schild
warteten.</p>

<figure class="wide">
<img src="${parcels.src}-1200.webp" width="1200" height="800" alt="Pakete auf einem Förderband warten hinter einer aufrechten Platte; ein rotes ist an ihr vorbei." loading="lazy">
<figcaption>Alles hinter der Platte ist fertig. Es wartet auf eine einzige Sache.</figcaption>
</figure>

<h2>Was 1,4 Sekunden kosten</h2>
<p>Geborgte Statistiken über Millisekunden und Geld mag ich nicht, also machten wir uns eigene. Vierzehn Tage lang bekam jeder
zweite Besucher den Shop ohne das Siegel.</p>
<ul>
<li>Mit dem Siegel kauften 2,04&nbsp;% der Besucher am Telefon etwas.</li>
<li>Ohne das Siegel waren es 2,25&nbsp;%.</li>
<li>Das sind 9,3&nbsp;% des mobilen Umsatzes, der in einer gewöhnlichen Woche etwa 118.000 Dollar betrug.</li>
</ul>
<p>Elftausend Dollar in der Woche, für einen Schild. Wir stellten auch die Frage, die drei Jahre lang niemand gestellt hatte:
Vertrauen die Leute dem Shop wegen des Siegels? In der schnellen Fassung, mit dem Bild des Schilds vom eigenen Server, änderte
es am Umsatz nichts, was sich von null unterscheiden ließ. Es hatte die Fußzeile geschmückt, zum Preis
<a href="/services/web-technology">eines kleinen Entwicklerteams</a>.</p>

<h2>Was der Anbieter sagte</h2>
<p>Ich schrieb ihm, mit der Tabelle und der Zeilennummer. Die Antwort kam nach zwei Tagen und war freundlich.</p>
<blockquote><p>„Unser Skript hat doch nur neun Kilobyte.“</p></blockquote>
<p>Das stimmte. Auch ein Dominostein wiegt nicht viel.</p>
<p>Man muss ihnen lassen, dass sie den Rest gelesen haben. Fünf Wochen später erschien Version 4.1, ohne Zeile 212. Wir haben
sie getestet: 0,1 Sekunden. Eingebaut hat der Shop sie nicht mehr.</p>

<h2>Machen Sie das vor dem Mittagessen</h2>
<p>Für die ersten drei Punkte brauchen Sie keine Agentur. Der vierte ist der, der
<a href="/services/conversion">sich selbst bezahlt</a>.</p>
<ol>
<li>Öffnen Sie Ihre Website in einem privaten Fenster, mit der Netzwerkanalyse daneben. Zählen Sie die Hosts, die nicht Ihre
sind. Schreiben Sie die Zahl auf.</li>
<li>Notieren Sie zu jedem, wer ihn haben wollte und wann. Entfernen Sie die, neben denen kein Name steht. Meist sind wir hier
ein Drittel los.</li>
<li>Sperren Sie die übrigen einen nach dem anderen und laden Sie die Seite. Was die erste Ansicht um mehr als 100
Millisekunden verschiebt, ist ein Gespräch wert.</li>
<li>Setzen Sie im Build eine Grenze, damit das nächste nicht unbemerkt ankommt. Skripte von anderswo messen Sie täglich auf der
echten Website: Sie ändern sich, ohne dass Sie etwas ausliefern, und genau so fing diese Geschichte an.</li>
</ol>
<h3>Und die, die bleiben</h3>
<p>Liefern Sie sie vom eigenen Server aus, wenn die Lizenz es erlaubt. Wenn nicht, laden Sie sie, sobald die Seite benutzbar
ist, und geben Sie ihnen zwei Sekunden. Ein Siegel, das zu spät kommt, kann wegbleiben.</p>
<p>Heute läuft der Shop mit vier fremden Skripten. Es waren elf. Die erste Ansicht braucht 1,3 Sekunden, weniger als zu der
Zeit, als noch nichts kaputt war, und die Inhaberin hat das Diagramm mit dem Bordstein ausgedruckt. Es hängt im Lager, unter
einem kleinen grauen Schild.</p>
`,
} as const satisfies Words<typeof english>;
