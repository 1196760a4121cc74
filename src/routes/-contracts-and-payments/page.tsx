import { ComingPage } from '../-frame/coming-page.tsx'

export default function Page() {
  return <ComingPage name="contracts-and-payments" icon="info">Скоро</ComingPage>
}
