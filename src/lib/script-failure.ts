/** What browsers say when a script or its styles could not be fetched or were something else. */
export function isScriptFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|module script|Unable to preload CSS|Loading chunk/i.test(
      error.message,
    )
  );
}
