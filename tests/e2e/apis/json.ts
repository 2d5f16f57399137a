// Reads what came over the wire without trusting its shape.

export type Json = { readonly [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const record = (value: unknown): Json => (isJson(value) ? value : {});

export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
