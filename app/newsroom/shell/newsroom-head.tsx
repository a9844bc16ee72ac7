import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { MailBanner } from "./mail-banner.tsx";
import "./newsroom.css";
import "./newsroom-head.css";

const sections = [
  { to: "/newsroom", label: "Posts" },
  { to: "/newsroom/site", label: "Site" },
  { to: "/newsroom/messages", label: "Messages" },
  { to: "/newsroom/people", label: "People" },
];

/** The header of all newsroom screens: title, navigation and main action. */
export function NewsroomHead({ children }: { children?: ReactNode }) {
  return (
    <>
      <header className="newsroom-head">
        <h1>Newsroom</h1>
        {children}
        <nav aria-label="Newsroom">
          <ul>
            {sections.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === "/newsroom"} discover="none">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <MailBanner />
    </>
  );
}
