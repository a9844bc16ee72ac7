import type { Entry } from "../../../domain/content/collections.ts";
import type { Picture as PictureData } from "../../../domain/picture.ts";
import type { PostSummary } from "../../../domain/posts/post.ts";
import { PostCard } from "../blog/post-card.tsx";
import { PictureHead } from "../layout/picture-head.tsx";
import { SectionHead } from "../layout/section-head.tsx";
import { ClosingCall } from "../marketing/closing-call.tsx";
import { Testimonials } from "../marketing/testimonials.tsx";
import { Picture } from "../picture.tsx";
import { CaseStudyPoster, type posterOf } from "./case-study-poster.tsx";
import { ServiceIndex } from "./service-index.tsx";
import { Stats } from "./stats.tsx";
import { Steps } from "./steps.tsx";
import "../blog/article.css";
import "./page-sections.css";

type Stored = Entry<"pages">["sections"][number];
type Filled<Kind extends Stored["kind"], More> = Extract<Stored, { readonly kind: Kind }> & More;

/** A section with what it shows of the site, and the id of its heading. */
export type PageSection = { readonly id: string } & (
  | Extract<Stored, { readonly kind: "opening" | "picture" | "figures" | "steps" }>
  | Filled<"text", { readonly html: string }>
  | Filled<"services", { readonly services: Parameters<typeof ServiceIndex>[0]["services"] }>
  | Filled<"cases", { readonly studies: readonly ReturnType<typeof posterOf>[] }>
  | Filled<"quotes", { readonly testimonials: readonly Entry<"testimonials">[] }>
  | Filled<"posts", { readonly posts: readonly PostSummary[] }>
  | Filled<"closing", { readonly night: PictureData }>
);

/** A page of the owner's own. Without an opening its name is the heading. */
export function PageSections({ title, sections }: { title: string; sections: readonly PageSection[] }) {
  return (
    <>
      {sections[0]?.kind !== "opening" && <PageHead title={title} />}
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
    </>
  );
}

function PageHead({ title, lead }: { title: string; lead?: string }) {
  return (
    <header className="page-head plumb grid">
      <h1 className="grid-left">{title}</h1>
      {lead && <p className="lead grid-right">{lead}</p>}
    </header>
  );
}

function Section({ section }: { section: PageSection }) {
  const { id } = section;
  switch (section.kind) {
    case "opening":
      return section.look === "picture" ? (
        <PictureHead heading={section.title} lead={section.lead} picture={section.image} />
      ) : (
        <PageHead {...section} />
      );
    case "text":
      return <TextSection {...section} />;
    case "picture":
      return <PictureSection {...section} />;
    case "services":
      return (
        <section className="plumb" aria-labelledby={id}>
          <Head {...section} />
          <ServiceIndex services={section.services} />
        </section>
      );
    case "cases":
      return (
        <section aria-labelledby={id}>
          <Head {...section} />
          {section.studies.map((study) => (
            <CaseStudyPoster key={study.id} study={study} within={id} />
          ))}
        </section>
      );
    case "quotes":
      return (
        <Testimonials
          {...{ id }}
          title={section.title}
          intro={section.intro ?? ""}
          testimonials={section.testimonials}
        />
      );
    case "figures":
      return <Stats {...{ id }} title={section.title} intro={section.intro ?? ""} stats={section.figures} />;
    case "steps":
      return (
        <section className="section plumb" aria-labelledby={id}>
          <Head {...section} />
          <Steps steps={section.steps} />
        </section>
      );
    case "posts":
      return (
        <section className="section plumb" aria-labelledby={id}>
          <Head {...section} />
          <div className="grid">
            {section.posts.map((post) => (
              <PostCard key={post.slug} post={post} />
            ))}
          </div>
        </section>
      );
    case "closing":
      return <ClosingCall {...section} picture={section.night} />;
  }
}

type HeadProps = { id: string; title: string; intro?: string | undefined };

const Head = ({ id, title, intro = "" }: HeadProps) => <SectionHead {...{ id, title, intro }} />;

function TextSection({ id, title, html }: Extract<PageSection, { kind: "text" }>) {
  const text = <div className="article prose grid-left" dangerouslySetInnerHTML={{ __html: html }} />;
  if (!title) return <div className="page-text section plumb grid">{text}</div>;
  return (
    <section className="section plumb" aria-labelledby={id}>
      <Head {...{ id, title }} />
      <div className="page-text grid">{text}</div>
    </section>
  );
}

function PictureSection({ image, caption, width }: Extract<PageSection, { kind: "picture" }>) {
  const isWide = width === "page";
  return (
    <div className="section plumb grid">
      <figure className={isWide ? "page-picture bleed" : "page-picture grid-left"}>
        <Picture picture={image} sizes={isWide ? "100vw" : "(width < 48rem) 95vw, 67vw"} />
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    </div>
  );
}
