import { Sources, type SourcesProps } from '@parlance/chat-ui/sources/sources.tsx'
import { useTexts } from './look.ts'

export default function SourcesPart(props: SourcesProps) {
  return <Sources {...props} title={useTexts().sources} />
}
