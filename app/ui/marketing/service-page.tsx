import type { ReactNode } from "react";
import type { Service, Step } from "../../../domain/company/service.ts";
import type { Picture as PictureFacts } from "../../../domain/picture.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Ruler } from "../layout/ruler.tsx";
import { SectionHead } from "../layout/section-head.tsx";
import { Picture } from "../picture.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { Pillars } from "./pillars.tsx";
import "./service-page.css";

type Words = { title: string; intro: string };

type ServicePageProps = {
  service: Service;
  /** Name of the list it belongs to, and its place there. */
  crumb: string;
  place: string;
  help: Words & { approach: string; benefits: string };
  offers: Words;
  process: Words;
  steps: readonly Step[];
  action: string;
  night: PictureFacts;
  /** The cards under `offers`. */
  children: ReactNode;
};

/** The page of one service; only its cards differ. */
export function ServicePage(props: ServicePageProps) {
  const { service, crumb, place, help, offers, process, steps, action, night, children } = props;
  return (
    <>
      <Opening service={service} crumb={crumb} place={place} />
      <section aria-labelledby="help">
        <SectionHead id="help" title={help.title} number={1}>
          {help.intro}
        </SectionHead>
        <Pillars service={service} approach={help.approach} benefits={help.benefits} />
      </section>
      <section className="section plumb" aria-labelledby="offers">
        <SectionHead id="offers" title={offers.title} number={2}>
          {offers.intro}
        </SectionHead>
        {children}
      </section>
      <section aria-labelledby="process">
        <SectionHead id="process" title={process.title} number={3}>
          {process.intro}
        </SectionHead>
        <Ruler steps={steps} />
      </section>
      <div className="plumb drop" />
      <ClosingCall {...service.closing} action={action} to={`/contact?service=${service.id}`} picture={night} />
    </>
  );
}

function Opening({ service, crumb, place }: Pick<ServicePageProps, "service" | "crumb" | "place">) {
  const { title, lead, image, tint } = service;
  return (
    <header className={`opening service-opening tint tint-${tint} grid`}>
      <nav className="crumb" aria-label="Breadcrumb">
        <PageLink to="/services">{crumb}</PageLink> / {place}
      </nav>
      <h1 className="left">{title}</h1>
      <p className="lead">{lead}</p>
      <Picture picture={image} sizes="(width < 48rem) 100vw, 72vw" first />
    </header>
  );
}
