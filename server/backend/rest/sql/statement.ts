export type Built = {
  readonly text: string;
  readonly parameters: readonly string[];
  readonly hasPattern: boolean;
};

/**
 * One SQL statement in the making. Text from outside enters it only as a parameter.
 * Parameters are declared as text and cast by PostgreSQL itself, so that no driver rewrites a value on the way.
 */
export class Statement {
  readonly parameters: string[] = [];
  /** Whether a regular expression from outside stands in it: few characters of one can take PostgreSQL hours. */
  hasPattern = false;

  build(text: string): Built {
    return { text, parameters: this.parameters, hasPattern: this.hasPattern };
  }

  /** A place holder for the value, of type text. */
  add(value: string): string {
    this.parameters.push(value);
    return `$${this.parameters.length}::text`;
  }

  /** A place holder cast to a type whose name comes from the catalog or from a fixed table. */
  addAs(value: string, type: string): string {
    return type === "text" ? this.add(value) : `(${this.add(value)})::${type}`;
  }

  addArray(values: readonly string[], elementType: string): string {
    return this.addAs(arrayLiteral(values), `${elementType}[]`);
  }
}

/** The one way a name becomes SQL text; names come from the catalog, which is what the database calls its own. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function arrayLiteral(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}
