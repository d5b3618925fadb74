// Told to people of the agent's workspace alone: the server marks the page of the frame for them.
import { onDemandTexts } from '../../../on-demand-texts.ts'
import '../lifecycle/lifecycle.css'

export default function DemoNotice() {
  return <p className="lc-demo lc-small">{onDemandTexts().demo}</p>
}
