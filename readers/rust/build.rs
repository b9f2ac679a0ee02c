//! Compile the headers of `../c` with the C compiler of the target.

fn main() {
    let headers = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../c");
    let mut build = cc::Build::new();
    build.file("src/lexkit.c").include(&headers).std("c99").opt_level(2);
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64") {
        build.flag_if_supported("-mpopcnt"); // every such machine in use counts bits
    }
    build.compile("lexkit");
    println!("cargo:rerun-if-changed=src/lexkit.c");
    for header in ["gaddag.h", "gaddag_game.h"] {
        println!("cargo:rerun-if-changed={}", headers.join(header).display());
    }
}
