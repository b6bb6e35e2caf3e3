document.getElementById("page")?.append("Wakelog");
