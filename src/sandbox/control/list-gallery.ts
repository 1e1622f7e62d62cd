export function listGallery(_nowMs: number) {
  return []
}
