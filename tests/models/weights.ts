import type { Weights } from '#tests/model-runner/paths/selection.ts'

/**
 * Transitions that count more than others where only some paths are played (`--budget`, `--coverage`): what costs money
 * or a place, and what keeps people out.
 */
export const weights: Weights = {
  purchase: {
    'purchase.reviewing | contract.make | 1': 5,
    'purchase.making | xstate.done.actor.makeContract | 1': 5,
    'purchase.filling | xstate.done.actor.fillBasket | 1': 3,
  },
  enrolment: { 'enrolment.enrolling | xstate.done.actor.enrol | 1': 5 },
  session: {
    'session.loadingUser | xstate.done.actor.loadUser | 1': 5,
    'session.askingToSignIn | xstate.done.actor.requestSignIn | 1': 5,
  },
  signOut: { 'signOut.asking | xstate.done.actor.requestLogoutLink | 1': 3 },
}
