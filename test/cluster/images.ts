import { main } from "./host/main";
import { mustHave } from "./host/requirements";
import { loadImages } from "./images/load";

// makes the images anew and gives them to the running cluster's nodes, for example after a change of the stand-in
main(async () => {
  await mustHave(["debootstrap", "ctr"]);
  await loadImages();
});
