import type { ChatController } from '../chat-controller.ts'
import type { Session } from '../session/state.ts'
import { useAppearance } from './appearance.ts'

const canBegin = ({ ready, held, consent, unavailable, turn, entries, status }: Session) =>
  ready &&
  !held &&
  consent === '' &&
  !unavailable &&
  !turn &&
  !status.endedAt &&
  !entries.some(({ from }) => from === 'user')

export function StarterQuestions({ session, controller }: { session: Session; controller: ChatController }) {
  const { agent } = useAppearance()
  if (agent.starterQuestions.length === 0 || !canBegin(session)) return null
  return (
    <div className="starters">
      {agent.starterQuestions.map((question) => (
        <button key={question} type="button" className="starter" dir="auto" onClick={() => controller.send(question)}>
          {question}
        </button>
      ))}
    </div>
  )
}
