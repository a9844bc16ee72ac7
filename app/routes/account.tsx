import { site } from "../../content/site.ts";
import { Gate } from "../account/gate.tsx";
import type { Route } from "./+types/account";

export const handle = { wake: "now" };
export const meta: Route.MetaFunction = () => [{ title: `Your account | ${site.name}` }];
export default function AccountPage() {
  return (
    <Gate title="Your account" noscript="x">
      {() => <h1>Your account</h1>}
    </Gate>
  );
}
