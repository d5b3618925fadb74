// Shown only to members of the agent's workspace: the server marks the frame's page for them.
import { onDemandTexts } from '../../../on-demand-texts.ts'
import '../lifecycle/lifecycle.css'

export default function DemoNotice() {
  return <p className="lc-demo lc-small">{onDemandTexts().demo}</p>
}
