import type { RealServer } from '#tests/model-runner/e2e/test-server.ts'
import { openTransferSchool, type TransferSchool } from '#tests/support/schools/transfer-school.ts'

const schools = new WeakMap<RealServer, Promise<TransferSchool>>()

/** The school of a server, created once; each path adds separate data. */
export function schoolOf(real: RealServer): Promise<TransferSchool> {
  const school = schools.get(real) ?? openTransferSchool(real.server)
  schools.set(real, school)
  return school
}
