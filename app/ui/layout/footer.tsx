import { LinkButton } from "../form/link-button.tsx";
import { useUiWords } from "../words.ts";
import { LanguageLinks } from "./language-links.tsx";
import { Logo, type LogoFiles } from "./logo.tsx";
import { PageLink } from "./page-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./footer.css";

type FooterProps = {
  name: string;
  logo: LogoFiles | undefined;
  tagline: string;
  email: string;
  phone: { label: string; href: string };
  social: readonly FooterLink[];
  services: readonly FooterLink[];
  company: readonly FooterLink[];
  /** Paths of pages that are not translated. */
  gone?: readonly string[] | undefined;
  credit: string;
  year: string;
  /** Set on a page that is made of what was known before the database went away. */
  asOf: string | undefined;
  account: FooterAccount | undefined;
};

type FooterAccount = { email: string; isAdmin: boolean; onSignOut: () => void };

type FooterLink = { label: string; href: string };

export function Footer(props: FooterProps) {
  const { name, logo, tagline, email, phone, social, services, company, gone, credit, year, asOf, account } = props;
  const words = useUiWords();
  const titles = words.footer;
  return (
    <footer id="footer" className="footer grid ink">
      <div className="column">
        <Logo name={name} logo={logo} isOnInk />
        <p className="lead">{tagline}</p>
        <ul className="social">
          {social.map(({ label, href }) => (
            <li key={href}>
              <a href={href} rel="me noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <LinkColumn title={titles.services} links={services} />
      <LinkColumn title={titles.company} links={company} />
      <div className="column">
        <h2 className="label">{titles.contact}</h2>
        <p>
          <a className="large-text" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        <p>
          <a className="large-text" href={phone.href}>
            {phone.label}
          </a>
        </p>
        <div className="account">
          {account ? (
            <AccountLinks {...account} />
          ) : (
            <PageLink className="link" to="/auth">
              {words.account.signIn}
            </PageLink>
          )}
        </div>
      </div>
      <div className="row">
        <p>
          <span>{`© ${year} ${name}.`}</span>
          {` ${credit}`}
          {asOf && <span className="as-of">{titles.asOf(asOf)}</span>}
        </p>
        <ThemeSwitch />
        {!gone?.includes("/privacy") && <PageLink to="/privacy">{titles.privacy}</PageLink>}
        {!gone?.includes("/terms") && <PageLink to="/terms">{titles.terms}</PageLink>}
        {!gone?.includes("/sitemap") && <PageLink to="/sitemap">{titles.sitemap}</PageLink>}
        <LanguageLinks />
      </div>
    </footer>
  );
}

function AccountLinks({ email, isAdmin, onSignOut }: FooterAccount) {
  const { account: words, admins } = useUiWords();
  return (
    <>
      <p>
        {`${words.signedInAs} `}
        {email} {isAdmin && <b className="badge">{admins.badge}</b>}
      </p>
      {isAdmin && (
        <p>
          <PageLink className="link" to="/blog/new">
            {admins.addPost}
          </PageLink>
        </p>
      )}
      {isAdmin && (
        <p>
          <PageLink className="link" to="/newsroom">
            {admins.newsroom}
          </PageLink>
        </p>
      )}
      <p>
        <PageLink className="link" to="/account">
          {words.own}
        </PageLink>
      </p>
      <p>
        <LinkButton onClick={onSignOut}>{words.signOut}</LinkButton>
      </p>
    </>
  );
}

function LinkColumn({ title, links }: { title: string; links: readonly FooterLink[] }) {
  const id = `footer-${title.toLowerCase()}`;
  return (
    <nav className="column" aria-labelledby={id}>
      <h2 className="label" id={id}>
        {title}
      </h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <PageLink to={href}>{label}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
