export const words = { edit: "Edit" } as const;
