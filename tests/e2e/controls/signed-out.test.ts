import { pressEveryControl } from "../../fixtures/site/press-every-control.ts";

pressEveryControl("signed out");
