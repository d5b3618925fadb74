import { Sources, type SourcesProps } from '@parlance/chat-ui/sources/sources.tsx'
import { useTexts } from './appearance.ts'

export default function SourcesPart(props: SourcesProps) {
  const { sources } = useTexts()
  return (
    <Sources
      {...props}
      title={(count) => (
        <>
          {sources} <span className="count">{count}</span>
        </>
      )}
    />
  )
}
