export function KnowledgePage() {
  return null
}
