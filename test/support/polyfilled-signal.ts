/** As packages make them that predate the runtime's own, such as `abort-controller`. */
export class PolyfilledSignal extends EventTarget {
  aborted = false;

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event("abort"));
  }
}
