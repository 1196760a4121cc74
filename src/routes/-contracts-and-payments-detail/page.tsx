import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function Page() {
  return (
    <ComingPage name="contracts-and-payments-detail" icon="info">
      Скоро
    </ComingPage>
  )
}
