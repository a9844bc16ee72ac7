import { pictures } from "../../pictures.ts";
import type { balance as english } from "../../posts/balance-is-a-number.ts";
import { authors } from "../authors.ts";
import { categories } from "../categories.ts";
import type { Words } from "../words.ts";

const mobile = pictures["about-mobile"];

export const balance = {
  slug: "ruhe-ist-eine-zahl",
  title: "Ruhe ist eine Zahl",
  excerpt:
    "Wir haben vierzig Startseiten gewogen, Element für Element, und 200 Menschen gefragt, welche ruhig wirkt. Die ruhigen " +
    "hatten eines gemeinsam, und es war nicht der Weißraum.",
  category: categories.design.name,
  tags: ["Layout", "Forschung", "Startseiten"],
  image: { alt: "Fünf glatte Steine, zu einem Turm balanciert." },
  author: authors["petra-okafor"],
  content: `
<p>Ein kleines Museum bat uns, seine Startseite zu beruhigen. Die Besucher nannten sie unruhig. Der Direktor nannte sie
unruhig. Auch die Frau, die sie gemacht hatte, nannte sie unruhig, und sie hatte schon 14 von 31 Elementen entfernt.</p>
<p>Unruhig war sie immer noch. Wir zeigten beide Fassungen fünfzig Menschen, je fünf Sekunden, und ließen sie die Ruhe von 1
bis 7 bewerten. Die volle Seite bekam 3,2. Die Seite, der fast die Hälfte fehlte, bekam 3,3. Es war jetzt sehr viel Weiß
darauf, und das Weiß sah nervös aus.</p>
<p>Das ließ mir keine Ruhe. Jahrelang habe ich Kunden erzählt, dass Ruhe vom Weißraum kommt. Ich habe Weißraum verkauft. Also
machten wir uns daran, ein paar Seiten zu wiegen.</p>

<h2>Wie man eine Seite wiegt</h2>
<p>Wir nahmen vierzig Startseiten: Banken, Bäckereien, eine Fährlinie, einen Geigenbauer. Jede fotografierten wir in der Breite
eines Laptops, schnitten das Foto in Bildschirme und behandelten Tinte als Gewicht. Ein schwarzes Pixel wiegt eins, ein weißes
nichts, und Buntes zählt danach, wie dunkel es wirkt. Gesichter und Rotes bekamen einen Zuschlag, weil das Auge dort zuerst
hingeht; geeicht haben wir ihn mit einem Blickmessgerät und 24 geduldigen Menschen.</p>
<p>Dann machten wir, was man im Physikunterricht mit einem Stück Pappe und einem Faden macht. Für jeden Bildschirm suchten wir
den Punkt, an dem er aufgehängt gerade hinge.</p>
<pre tabindex="0"><code><i>// wo hängt das Gewicht?</i>
<i>// 0 ist links, 1 ist rechts</i>
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
<p>Zweihundert andere Menschen bewerteten dieselben vierzig Seiten. Fünf Sekunden für jede, 1 bis 7, ohne zu erfahren, worauf
wir hinauswollten.</p>

<h2>Was Ruhe nicht ist</h2>
<p>Ich hatte einen Favoriten, und er verlor. Weißraum erklärte so gut wie nichts. Zwei der zehn ruhigsten Seiten waren voll
wie eine Zeitung. Zwei der zehn unruhigsten waren beinahe leer.</p>
<p>Die Zahl der Farben machte ein wenig aus, die Zahl der Schriften etwas mehr. Symmetrie, auf die ich gewettet hätte, machte
gar nichts aus: Eine Seite, die genau in der Mitte hing, wirkte ebenso leicht rastlos wie jede andere.</p>
<p>Worauf es ankam, war, an der Stelle zu bleiben.</p>
<div class="tbl" tabindex="0" role="region" aria-label="Was mit Ruhe einhergeht, scrollbar"><table>
<caption>Vierzig Startseiten, 200 Menschen. Die letzte Spalte reicht von −1 bis 1.</caption>
<thead><tr><th scope="col">Messgröße</th><th scope="col">Zehn ruhigste</th><th scope="col">Zehn unruhigste</th><th scope="col">Geht mit Ruhe einher</th></tr></thead>
<tbody>
<tr><td>Weißraum</td><td>58&nbsp;%</td><td>54&nbsp;%</td><td>0,11</td></tr>
<tr><td>Abstand zur Mitte</td><td>9&nbsp;%</td><td>8&nbsp;%</td><td>0,04</td></tr>
<tr><td>Farben</td><td>5</td><td>7</td><td>−0,19</td></tr>
<tr><td>Schriften</td><td>2</td><td>3</td><td>−0,27</td></tr>
<tr><td>Drift</td><td>3,1&nbsp;%</td><td>14,8&nbsp;%</td><td>−0,71</td></tr>
</tbody>
</table></div>
<p>Drift ist unser Wort dafür. Suchen Sie beim Scrollen den Aufhängepunkt jedes Bildschirms. Sehen Sie, wie weit er von einem
zum nächsten seitwärts wandert, als Anteil an der Breite. Auf den ruhigen Seiten wanderte er um 3&nbsp;%. Auf den anderen
schwang er um 15&nbsp;%: Text links, Bild rechts, dann Text rechts, Bild links, dann drei Kästen, dann ein Banner, wie jemand,
der eine Matratze durchs Haus trägt.</p>
<blockquote><p>Eine Seite muss nicht in der Mitte hängen. Sie muss irgendwo hängen und dann dabei bleiben.</p></blockquote>
<p>Eine Bäckerei hielt ihr Gewicht bei zwei Dritteln nach rechts, auf jedem Bildschirm, bis ganz unten. Sie hatte neun Farben
und das Foto einer Gans. Sie wurde Dritte.</p>

<figure class="wide">
<img src="${mobile.src}-1200.webp" width="1200" height="800" alt="Ein Mobile: Eine rote Kugel, eine dunkle Kugel und ein blauer Würfel hängen im Gleichgewicht an zwei Messingstäben." loading="lazy">
<figcaption>Nichts hier ist symmetrisch. Alles hängt an einer Linie.</figcaption>
</figure>

<h2>Zurück im Museum</h2>
<p>Wir setzten alle 31 Elemente wieder ein. Der Direktor war beunruhigt. Dann verschoben wir sie, ohne eines zu entfernen, bis
jeder Bildschirm an derselben Linie hing, etwas rechts der Mitte. Die Drift fiel von 17&nbsp;% auf 4&nbsp;%. Das dauerte zwei
Tage, und die meiste Zeit davon kosteten die Logos der Spender.</p>
<p>Fünfzig neue Menschen gaben der Seite 5,1.</p>
<p>Gern schriebe ich, dass sich der Kartenverkauf verdoppelt hat. Er stieg um 1&nbsp;%; mit anderen Worten, wir wissen es nicht.
Was wir zeigen können, ist kleiner, und es gefällt mir besser: Die Anrufe mit der Frage nach den Öffnungszeiten gingen in einem
Monat um 22&nbsp;% zurück. Die Zeiten hatten die ganze Zeit auf der Seite gestanden, in derselben Größe. Den Leuten war nur zu
schwindlig gewesen, um sie zu lesen.</p>
<p>Seitdem setzen wir die Linie mit Absicht ein. Die Terminbuchung von <a href="/work/harrow-lane-booking">Harrow Lane
Clinics</a> hängt an einer Kante, vom nächsten freien Termin bis hinunter zum Knopf. Wer eine Ärztin sucht, kommt schon unruhig
genug an.</p>

<h3>Probieren Sie es mit einem Bleistift</h3>
<ol>
<li>Drucken Sie Ihre Startseite aus, jeden Bildschirm, klein und grau.</li>
<li>Kneifen Sie die Augen zusammen, bis Sie nichts mehr lesen können.</li>
<li>Markieren Sie auf jedem Bildschirm die Stelle, an der Sie ihn auf dem Daumen balancieren würden.</li>
<li>Legen Sie die Blätter untereinander und verbinden Sie die Punkte.</li>
</ol>
<p>Ist die Linie einigermaßen gerade, lassen Sie die Seite in Ruhe und geben Ihr Geld für etwas anderes aus. Sieht sie aus wie
die Spur einer Fliege, haben Sie die unruhige Stelle gefunden, und löschen müssen Sie noch gar nichts.</p>

<h3>Was wir nicht wissen</h3>
<ul>
<li>Vierzig Seiten sind nicht viele. Wir haben nur Startseiten gewogen; ein Shop oder ein Dashboard kann sich anders
verhalten.</li>
<li>Alle 200 Menschen lesen von links nach rechts.</li>
<li>Ruhe ist nicht immer erwünscht. Die Seite einer Feuerwerksfirma wurde Letzte, und ich würde nichts an ihr ändern.</li>
</ul>
<p>Inzwischen wiegen wir jedes Layout, bevor es <a href="/services/design">jemand testet</a>. Ein Computer braucht dafür vier
Sekunden, und Streit, der früher bis Freitag dauerte, ist damit erledigt. Weißraum mag ich immer noch. Nur berechne ich ihn
nicht mehr.</p>
`,
} as const satisfies Words<typeof english>;
