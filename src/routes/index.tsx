import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#src/admission.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { session }, preload }) => {
    const { context } = session.getSnapshot()
    // Which home is a visitor's shows only after sign-in, so they come back to this address and not to the one below.
    if (context.user === null && !preload) session.send({ type: 'signIn.request', returnTo: '/' })
    throw redirect({ to: homeOf(context), replace: true })
  },
  staticData: { name: 'home', layout: 'default' },
})
