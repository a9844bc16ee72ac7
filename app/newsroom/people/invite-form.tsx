import { emailProblem } from "../../../domain/email.ts";
import { ScriptForm, SubmitButton, useProblems } from "../../auth/script-form.tsx";
import { type Reply, showSuccess, useSubmission } from "../../auth/submission.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { TextField } from "../../ui/form/field.tsx";

export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function send(read: (name: string) => string, form: HTMLFormElement) {
    const email = read("email").trim();
    if (showProblems({ email: emailProblem(email) })) return;
    const reply = await submit((supabase) => invite(supabase, { email, role: read("role") }));
    if (!reply) return;
    showSuccess(reply.message);
    form.reset();
    onInvited();
  }

  return (
    <ScriptForm label="Invite somebody" onValues={(read, form) => void send(read, form)} problems={problems}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={problems.email}
      />
      <fieldset className="field role-choice">
        <legend>Role</legend>
        <label>
          <input type="radio" name="role" value="user" defaultChecked /> User
        </label>
        <label>
          <input type="radio" name="role" value="admin" /> Administrator
        </label>
      </fieldset>
      <SubmitButton busy={busy}>Send Invitation</SubmitButton>
    </ScriptForm>
  );
}

/** Invitations need the server, which checks the caller's role in the database. */
async function invite({ auth }: Supabase, invitation: { email: string; role: string }) {
  const { data } = await auth.getSession();
  const response = await fetch("/newsroom/invite", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify(invitation),
  });
  const body: { message?: string; error?: Reply["error"] } = await response.json();
  return { error: body.error ?? null, status: response.status, message: body.message ?? "" };
}
