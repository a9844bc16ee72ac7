import { LinkButton } from "../form/link-button.tsx";
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
  /** Undefined while there is no session. */
  account: FooterAccount | undefined;
};

type FooterAccount = { email: string; isAdmin: boolean; onSignOut: () => void };

type FooterLink = { label: string; href: string };

export function Footer(props: FooterProps) {
  const { name, logo, tagline, email, phone, social, services, company, gone, credit, year, asOf, account } = props;
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
      <LinkColumn title="Services" links={services} />
      <LinkColumn title="Company" links={company} />
      <div className="column">
        <h2 className="label">Contact</h2>
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
              Sign In
            </PageLink>
          )}
        </div>
      </div>
      <div className="row">
        <p>
          <span>{`© ${year} ${name}.`}</span>
          {` ${credit}`}
          {asOf && <span className="as-of">{`As of ${asOf}. Anything newer cannot be read right now.`}</span>}
        </p>
        <ThemeSwitch />
        {!gone?.includes("/privacy") && <PageLink to="/privacy">Privacy Policy</PageLink>}
        {!gone?.includes("/terms") && <PageLink to="/terms">Terms of Service</PageLink>}
        {!gone?.includes("/sitemap") && <PageLink to="/sitemap">Sitemap</PageLink>}
        <LanguageLinks />
      </div>
    </footer>
  );
}

function AccountLinks({ email, isAdmin, onSignOut }: FooterAccount) {
  return (
    <>
      <p>
        Logged in as: {email} {isAdmin && <b className="badge">Admin</b>}
      </p>
      {isAdmin && (
        <p>
          <PageLink className="link" to="/blog/new">
            Add Blog Post
          </PageLink>
        </p>
      )}
      {isAdmin && (
        <p>
          <PageLink className="link" to="/newsroom">
            Newsroom
          </PageLink>
        </p>
      )}
      <p>
        <PageLink className="link" to="/account">
          Your account
        </PageLink>
      </p>
      <p>
        <LinkButton onClick={onSignOut}>Sign Out</LinkButton>
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
