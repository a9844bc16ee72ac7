import { useLocation, useNavigate, useNavigation } from "react-router";

// For error boundaries: loads the page again. React Router clears a boundary after a revalidation only if React has
// rendered meanwhile, which a busy browser skips (remix-run/react-router#11597). After a navigation it always does.
export function useLoadAgain() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const { location: pending } = useNavigation();
  const loadAgain = () => {
    // The user is leaving for another page.
    if (pending && pending.pathname !== pathname) return;
    // With its hash it would be a jump within the page, which loads nothing.
    void navigate({ pathname, search }, { replace: true, state, preventScrollReset: true });
  };
  return { loadAgain, isLoading: pending !== undefined };
}
