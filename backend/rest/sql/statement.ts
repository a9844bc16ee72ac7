export type BuiltStatement = {
  readonly text: string;
  readonly parameters: readonly string[];
  readonly hasRegex: boolean;
};

// Builds one SQL statement. Values from a request become parameters only. They are declared as text and cast by
// PostgreSQL, so that the driver does not convert them.
export class Statement {
  readonly parameters: string[] = [];
  /** Whether the statement contains a regular expression of the caller: a short one can take PostgreSQL hours. */
  hasRegex = false;

  build(text: string): BuiltStatement {
    return { text, parameters: this.parameters, hasRegex: this.hasRegex };
  }

  /** A placeholder of type text. */
  add(value: string): string {
    this.parameters.push(value);
    return `$${this.parameters.length}::text`;
  }

  /** A placeholder cast to a type, whose name comes from the catalog or from a constant. */
  addAs(value: string, type: string): string {
    return type === "text" ? this.add(value) : `(${this.add(value)})::${type}`;
  }

  addArray(values: readonly string[], elementType: string): string {
    return this.addAs(arrayLiteral(values), `${elementType}[]`);
  }
}

/** Only names from the catalog become SQL text. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function arrayLiteral(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}
