import type { ReactNode } from "react";
import type { Entry } from "../../../domain/content/collections.ts";
import type { Picture as PictureData } from "../../../domain/picture.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Ruler } from "../layout/ruler.tsx";
import { SectionHead } from "../layout/section-head.tsx";
import { Picture } from "../picture.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { ServiceBenefits } from "./service-benefits.tsx";
import "./service-page.css";

type SectionText = { title: string; intro: string };

type ServicePageProps = {
  service: Entry<"services">;
  /** Label of the breadcrumb link, and the position in that list ("1 of 9"). */
  crumb: string;
  position: string;
  help: SectionText & { approach: string; benefits: string };
  offers: SectionText;
  process: SectionText;
  steps: readonly Entry<"phases">[];
  action: string;
  night: PictureData;
  /** The cards under `offers`. */
  children: ReactNode;
};

/** The page of one service; only its cards differ. */
export function ServicePage(props: ServicePageProps) {
  const { service, crumb, position, help, offers, process, steps, action, night, children } = props;
  return (
    <>
      <PageHead service={service} crumb={crumb} position={position} />
      <section aria-labelledby="help">
        <SectionHead id="help" {...help} number={1} />
        <ServiceBenefits service={service} approach={help.approach} benefits={help.benefits} />
      </section>
      <section className="section plumb" aria-labelledby="offers">
        <SectionHead id="offers" {...offers} number={2} />
        {children}
      </section>
      <section aria-labelledby="process">
        <SectionHead id="process" {...process} number={3} />
        <Ruler steps={steps} />
      </section>
      <div className="plumb drop" />
      <ClosingCall {...service.closing} action={action} to={`/contact?service=${service.id}`} picture={night} />
    </>
  );
}

function PageHead({ service, crumb, position }: Pick<ServicePageProps, "service" | "crumb" | "position">) {
  const { id, title, lead, image, tint } = service;
  return (
    <header className={`page-head service-head tint tint-${tint} grid`}>
      <nav className="crumb" aria-label="Breadcrumb">
        <PageLink to="/services">{crumb}</PageLink> / {position}
      </nav>
      <h1 className="grid-left carried" data-carry={`title-service-${id}`}>
        {title}
      </h1>
      <p className="lead">{lead}</p>
      <Picture carry={`service-${id}`} picture={image} sizes="(width < 60rem) 100vw, 72vw" first />
    </header>
  );
}
