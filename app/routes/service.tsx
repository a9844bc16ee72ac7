import { redirect } from "react-router";
import { serviceClosing } from "../../content/closings.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { words as catalogue } from "../../content/pages/services/words.ts";
import { instrumentOf } from "../../content/translations.ts";
import { addressOf, findByAddress } from "../../domain/content/addresses.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import type { EditLink, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { type RichBlock, richBlocks } from "../../domain/content/rich-blocks.ts";
import { isFormatted, plainText } from "../../domain/content/rich-text.ts";
import { siteContext } from "../../server/context.ts";
import { notFound } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { ClosingCall } from "../ui/marketing/closing-call.tsx";
import { Instrument } from "../ui/marketing/instrument.tsx";
import { Picture } from "../ui/picture.tsx";
import { RichText } from "../ui/sections/rich-text.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/service";
import "../styles/pages/service.css";
import "../ui/carried.css";

/** Other ids of a service, used by the footer and the service details. */
const aliases = new Map([
  ["experience-design", "design"],
  ["ux-design", "design"],
  ["digital-strategy", "strategy"],
  ["cro", "conversion"],
]);

const MAX_OFFERS = 3;
const EDITS: readonly EditLink[] = ["page-service/main help, closing", "service-details offers", "phases process"];

export const handle = { shows: "content" } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content, names }) =>
    content.services.map(({ id, slug, title, description, image, lead, approach, benefits, search }) => ({
      path: addressOf("services", { id, slug }),
      label: title,
      parent: "/services",
      sitemap: "services",
      found: {
        kind: "Service",
        title,
        text: description,
        body: [description, plainText(lead), ...approach, ...benefits].join(" "),
      },
      picture: image,
      card: { title, section: names.Services },
      search,
      markdown: [
        isFormatted(lead) ? { unsafeHtml: lead } : lead,
        { heading: names["How we work"] },
        { list: approach },
        { heading: names["What you get"] },
        { list: benefits },
      ],
      schema: ({ origin, publisher, pictureUrl }) => [
        {
          "@type": "Service",
          name: title,
          description: search?.description ?? description,
          url: search?.canonical ?? origin + addressOf("services", { id, slug }),
          image: pictureUrl(image),
          serviceType: title,
          provider: publisher,
        },
      ],
    })),
  edits: ["services/:key .page-head", ...EDITS],
  editsAt: { "/services/strategy": ["page-strategy/main .page-head", ...EDITS] },
};

export function meta({ loaderData: { service, texts }, matches }: Route.MetaArgs) {
  return searchMeta(matches, { ...service, ...texts.search, ...service.search });
}

export function loader({ url, params, context }: Route.LoaderArgs) {
  const { content, language } = context.get(siteContext);
  const words = pageWords(language);
  const { services, phases } = content;
  const service = findByAddress(services, params.serviceId);
  const alias = services.find(({ id }) => id === aliases.get(params.serviceId));
  if (!service && alias) throw redirect(addressOf("services", alias) + url.search, 301);
  if (!service) throw notFound({ ...words.missing.service, to: "/services" });
  const position = words.service.position(services.indexOf(service) + 1, services.length);
  const night = serviceClosing(services.indexOf(service));
  const lead = richBlocks(service.lead, 2);
  return {
    service,
    lead,
    phases,
    position,
    night,
    instrument: instrumentOf(service.id, language),
    ...offersOf(service, content),
  };
}

type Texts = Content["page-service"] & Partial<Pick<Content["page-strategy"], "search">>;
type Offer = {
  readonly id: string;
  readonly title: string;
  readonly text: readonly RichBlock[];
  readonly items: readonly string[];
};
type Offers = { texts: Texts; offers: readonly Offer[]; whole?: Pick<Offer, "title" | "text"> };

/** A service leads to the first offers; the strategy service, which is one of them, shows it part by part. */
function offersOf(service: Entry<"services">, content: Content): Offers {
  const { "service-details": details, "page-service": texts } = content;
  const whole = service.id === "strategy" && (details.find(({ id }) => id === "digital-strategy") ?? details[0]);
  if (whole) {
    const own = content["page-strategy"];
    return {
      texts: { ...own, help: { ...texts.help, ...own.help } },
      whole: { title: whole.title, text: richBlocks(whole.longDesc, 4) },
      offers: whole.offerings.map(({ title, description, items }) => {
        return { id: title, title, text: richBlocks(description, 4), items };
      }),
    };
  }
  const offers = details.slice(0, MAX_OFFERS).map(({ id, title, longDesc, offerings }) => {
    return { id, title, text: richBlocks(longDesc, 4), items: offerings.map((offering) => offering.title) };
  });
  return { texts, offers };
}

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { texts, service, phases, whole, offers, night, instrument } = loaderData;
  const { action } = useWords(catalogue);
  return (
    <>
      <PageHead {...loaderData} />
      <section aria-labelledby="help">
        <SectionHead id="help" {...texts.help} number={1} />
        <Benefits service={service} titles={texts.help} />
      </section>
      {instrument && <Instrument {...instrument} tint={service.tint} />}
      <section className="section plumb" aria-labelledby="offers">
        <SectionHead id="offers" {...texts.offers} number={instrument ? 3 : 2} />
        {whole && (
          <header className="service-offering-head grid">
            <h3 className="title-2 grid-left">{whole.title}</h3>
            <RichText className="lead grid-left" blocks={whole.text} />
          </header>
        )}
        {offers.map(({ id, ...offer }) => (
          <Offering key={id} {...offer} level={whole ? "h4" : "h3"} />
        ))}
      </section>
      <section aria-labelledby="process">
        <SectionHead id="process" {...texts.process} number={instrument ? 4 : 3} />
        <Ruler steps={phases} />
      </section>
      <ClosingCall {...service.closing} action={action} to={`/contact?service=${service.id}`} picture={night} />
    </>
  );
}

function PageHead({
  service,
  lead,
  position,
}: Pick<Route.ComponentProps["loaderData"], "service" | "lead" | "position">) {
  const { crumb } = useWords(catalogue);
  const { navigation } = useUiWords();
  const { id, title, image, tint } = service;
  return (
    <header className={`page-head service-head tint tint-${tint} grid`}>
      <nav className="crumb" aria-label={navigation.breadcrumb}>
        <PageLink to="/services">{crumb}</PageLink> / {position}
      </nav>
      <h1 className="grid-left carried" data-carry={`title-service-${id}`}>
        {title}
      </h1>
      <RichText className="mid" blocks={lead} />
      <Picture carry={`service-${id}`} picture={image} sizes="(width < 62rem) 100vw, 72vw" first />
    </header>
  );
}

/** Two lists side by side: what we do, numbered, and the benefit of each step in the same row. */
function Benefits({ service, titles }: { service: Entry<"services">; titles: Texts["help"] }) {
  return (
    <div className="service-benefits grid">
      <div className="service-benefits-approach grid-left">
        <h3>{titles.approach}</h3>
        <ol>
          {service.approach.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </div>
      <div className={`service-benefits-gains tint tint-${service.tint}`}>
        <h3>{titles.benefits}</h3>
        <ul>
          {service.benefits.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Offering({ title, text, items, level: Heading }: Omit<Offer, "id"> & { level: "h3" | "h4" }) {
  return (
    <article className="service-offering grid">
      <Heading>{title}</Heading>
      <RichText blocks={text} />
      <ul className="plumb-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </article>
  );
}

/** Steps drawn to scale, one tick per week; vertical on phones. */
function Ruler({ steps }: { steps: readonly Entry<"phases">[] }) {
  const words = useWords(catalogue);
  return (
    <div className="grid">
      <ol className="ruler">
        {steps.map(({ title, text, weeks }) => (
          <li key={title} className={`weeks-${weeks}`}>
            <span className="weeks">{words.weeks(weeks)}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
