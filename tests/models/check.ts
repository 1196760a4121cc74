import { incompleteness } from './completeness.ts'
import { findMachines } from './machines.ts'

// Part of `npm run check`: whatever the desk cannot play is known by its name before anything is played.
const complaints = await incompleteness(await findMachines())
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
