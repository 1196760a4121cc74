import { type MovingSchool, openMovingSchool } from '#tests/support/moving-school.ts'
import type { RealServer } from './real-server.ts'

const schools = new WeakMap<RealServer, Promise<MovingSchool>>()

/** The school of a server, opened once; what each path adds to it is its own. */
export function schoolOf(real: RealServer): Promise<MovingSchool> {
  const school = schools.get(real) ?? openMovingSchool(real.server)
  schools.set(real, school)
  return school
}
