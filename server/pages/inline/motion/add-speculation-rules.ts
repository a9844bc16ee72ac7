/**
 * A part of the motion script (motion.ts): adds the speculation rules (site-files.ts). A header that names them would make
 * browsers request them before the first picture, which then waits for a connection.
 */
export async function addSpeculationRules(): Promise<void> {
  const response = await fetch("/prerender.json");
  const script = document.createElement("script");
  script.type = "speculationrules";
  script.text = await response.text();
  document.head.append(script);
}
