// The build generates this module (build/capture-fields.ts).
declare module 'virtual:capture-fields' {
  export const captureFields: readonly import('./components/capture-fields/field.ts').Field[];
}
